import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "./database";
import { statement } from "./statement";

/**
 * Runs the statements as one batch if the condition holds when it begins, and tells whether it did. D1 has no way to look and
 * then decide inside a batch; a statement that fails takes the whole batch back, and the first one here fails by reading a
 * text that is no JSON.
 */
export async function batchIf(
  db: Database,
  condition: SQL,
  statements: BatchItem<"sqlite">[],
): Promise<boolean> {
  const guard = statement(db, sql`SELECT CASE WHEN ${condition} THEN 1 ELSE json('stopped by a guard') END`);
  try {
    await db.batch([guard, ...statements]);
    return true;
  } catch (error) {
    if (stoppedByGuard(error)) return false;
    throw error;
  }
}

/**
 * A statement that takes its batch back unless the condition holds where it stands in it. What then fails names the reason:
 * `stoppedBecause` tells it from other failures, and from `batchIf`'s own guard.
 */
export const stopUnless = (db: Database, condition: SQL, reason: string) =>
  statement(
    db,
    sql`SELECT CASE WHEN ${condition} THEN 1 ELSE json_extract('{}', ${`stopped: ${reason}`}) END`,
  );

const says = (error: unknown, text: string): boolean => {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (at.message.includes(text)) return true;
  return false;
};

export const stoppedBecause = (error: unknown, reason: string): boolean =>
  says(error, `'stopped: ${reason}'`);
const stoppedByGuard = (error: unknown): boolean => says(error, "malformed JSON");
