import { useState } from "react";
import { ApiError } from "#api/apiError.ts";
import type { SaveFailure } from "#ui/form/SaveConflict.tsx";

interface VersionedSaveOptions<Row> {
  /** Saves on top of a version. */
  save: (version: number) => Promise<unknown>;
  /** Reads the current row; null when it was deleted. */
  reload: () => Promise<Row | null>;
}

/**
 * A save that never overwrites unseen changes: after an edit conflict nothing is written, the current row is fetched, and the
 * user chooses. Saving again then writes on top of it.
 */
export function useVersionedSave<Row extends { version: number }>({
  save,
  reload,
}: VersionedSaveOptions<Row>) {
  const [isSaving, setSaving] = useState(false);
  const [saveFailure, setObjection] = useState<SaveFailure<Row> | null>(null);

  /** Resolves to true if the row was saved. */
  async function trySave(version: number): Promise<boolean> {
    setSaving(true);
    try {
      await save(version);
      setObjection(null);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setObjection(await describeFailure(error));
      return false;
    } finally {
      setSaving(false);
    }
  }

  async function describeFailure(failure: ApiError): Promise<SaveFailure<Row>> {
    if (failure.code !== "staleVersion") return { failure };
    try {
      return { failure, serverRow: await reload() };
    } catch {
      // The row is stale and cannot be read: only another attempt helps.
      return { failure };
    }
  }

  return { isSaving, objection: saveFailure, trySave, forget: () => setObjection(null) };
}
