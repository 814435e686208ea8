import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./database";
import { statement } from "./statement";

/**
 * A statement that lets its batch go on only while the condition holds. D1 has no way to look and then decide inside a
 * batch; a statement that fails takes the whole batch back, and this one fails by reading a text that is no JSON.
 */
export const goOnlyIf = (db: Database, condition: SQL) =>
  statement(db, sql`SELECT CASE WHEN ${condition} THEN 1 ELSE json('stopped by a guard') END`);

export const stoppedByGuard = (error: unknown): boolean => {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (at.message.includes("malformed JSON")) return true;
  return false;
};
