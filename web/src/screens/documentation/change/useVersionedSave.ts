import { useState } from "react";
import { ApiError } from "#api/failure.ts";

interface Guarded<Row> {
  /** Saves on top of a version. */
  save: (version: number) => Promise<unknown>;
  /** Reads the current row; null when it was deleted. */
  reload: () => Promise<Row | null>;
}

/** Why a save failed: a refusal, or the row as somebody else changed it meanwhile (null: they deleted it). */
export type SaveFailure<Row> = { failure: ApiError; theirs?: Row | null };

/**
 * A save that never overwrites unseen: after an edit conflict nothing is written, their row is fetched, and the user chooses.
 * Saving again then writes on top of theirs.
 */
export function useVersionedSave<Row extends { version: number }>({ save, reload }: Guarded<Row>) {
  const [saving, setSaving] = useState(false);
  const [objection, setObjection] = useState<SaveFailure<Row> | null>(null);

  /** Resolves to whether it was saved. */
  async function trySave(version: number): Promise<boolean> {
    setSaving(true);
    try {
      await save(version);
      setObjection(null);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setObjection(await objectionTo(error));
      return false;
    } finally {
      setSaving(false);
    }
  }

  async function objectionTo(failure: ApiError): Promise<SaveFailure<Row>> {
    if (failure.code !== "staleVersion") return { failure };
    try {
      return { failure, theirs: await reload() };
    } catch {
      // The row is stale and cannot be read: only another attempt helps.
      return { failure };
    }
  }

  return { saving, objection, trySave, forget: () => setObjection(null) };
}
