import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "./database.ts";
import { statement } from "./statement.ts";

/**
 * Runs the statements as one batch if the condition holds when the batch begins, and returns whether it did. D1 cannot branch inside a
 * batch, but a failing statement rolls the batch back: unless the condition holds, the first statement fails by parsing invalid JSON.
 */
export const batchIf = async (
  db: Database,
  condition: SQL,
  statements: BatchItem<"sqlite">[],
): Promise<boolean> => (await batchIfWithResults(db, condition, statements)) !== null;

/** Like `batchIf`, but returns the statements' results, or null if the condition did not hold. */
export async function batchIfWithResults(
  db: Database,
  condition: SQL,
  statements: BatchItem<"sqlite">[],
): Promise<unknown[] | null> {
  const guard = statement(db, sql`SELECT CASE WHEN ${condition} THEN 1 ELSE json('stopped by a guard') END`);
  try {
    return (await db.batch([guard, ...statements])).slice(1);
  } catch (error) {
    if (isGuardFailure(error)) return null;
    throw error;
  }
}

/**
 * A statement that rolls its batch back unless the condition holds at that point of the batch. `isAssertFailure` distinguishes its error,
 * by `reason`, from other errors and from the guard of `batchIf`.
 */
export const assertStatement = (db: Database, condition: SQL, reason: string) =>
  statement(
    db,
    sql`SELECT CASE WHEN ${condition} THEN 1 ELSE json_extract('{}', ${`stopped: ${reason}`}) END`,
  );

const messageIncludes = (error: unknown, text: string): boolean => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause.message.includes(text)) return true;
  return false;
};

export const isAssertFailure = (error: unknown, reason: string): boolean =>
  messageIncludes(error, `'stopped: ${reason}'`);
const isGuardFailure = (error: unknown): boolean => messageIncludes(error, "malformed JSON");
