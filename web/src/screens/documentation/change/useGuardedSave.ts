import { useState } from "react";
import { Failure } from "../../../api/failure";

interface Guarded<Row> {
  /** Writes on top of a version. */
  save: (version: number) => Promise<unknown>;
  /** The row as it is now; null when it is gone. */
  reload: () => Promise<Row | null>;
}

/** What stands against a save: a refusal, or what somebody else made of the row meanwhile (null: they deleted it). */
export type Objection<Row> = { failure: Failure; theirs?: Row | null };

/**
 * A save that never loses anything: when somebody else was quicker it stays undone, what they made of the row is fetched, and
 * one chooses. Saving again then writes on top of theirs.
 */
export function useGuardedSave<Row extends { version: number }>({ save, reload }: Guarded<Row>) {
  const [saving, setSaving] = useState(false);
  const [objection, setObjection] = useState<Objection<Row> | null>(null);

  /** Answers whether it was saved. */
  async function attempt(version: number): Promise<boolean> {
    setSaving(true);
    try {
      await save(version);
      setObjection(null);
      return true;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setObjection(await objectionTo(error));
      return false;
    } finally {
      setSaving(false);
    }
  }

  async function objectionTo(failure: Failure): Promise<Objection<Row>> {
    if (failure.code !== "staleVersion") return { failure };
    try {
      return { failure, theirs: await reload() };
    } catch {
      // That it is stale is known; what it is now is not, and asking again is all that can be done.
      return { failure };
    }
  }

  return { saving, objection, attempt, forget: () => setObjection(null) };
}
