import { type SQL, sql } from "drizzle-orm";

/** Ids in raw SQL, and other lists of values; worker/db/schema/columns.ts says how ids are stored. */

/** The expression that triggers use as well (worker/db/triggers); a test compares them. */
export const newIdSql =
  "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))";

/** An id made by SQLite for a row that only SQL sees: a UUID (version 4). */
export const newId = sql.raw(newIdSql);

/** `id IN ${idsOf(ids)}`: one parameter, however many there are; D1 binds a hundred at most. */
export const idsOf = (ids: readonly string[]): SQL => valuesOf(ids);

/** The same for values that are no UUIDs: names, statuses, numbers. */
export const valuesOf = (values: readonly unknown[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
