import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { creationInstant } from "./columns.ts";

/** Only used in the directory: the other databases, and the last change that each is known to have applied (worker/db/replica/). */
export const shard = sqliteTable("shard", {
  /** The binding's name. */
  name: text().primaryKey(),
  lastChangeId: integer().notNull().default(0),
  /** The last audit entry up to which the entries that belong there have been moved from the directory. */
  lastAuditId: integer().notNull().default(0),
  dateCreated: creationInstant(),
});

/** Only used in the directory: changed rows that some database has not copied yet. Triggers insert them. */
export const directoryChange = sqliteTable("directory_change", {
  id: integer().primaryKey({ autoIncrement: true }),
  /** The table's name in SQL. */
  tableName: text().notNull(),
  /** The values of the row's primary key, as a JSON array. */
  key: text().notNull(),
});
export type DirectoryChangeRow = typeof directoryChange.$inferSelect;

/** Only used in the other databases, one row: the last change and the last audit entry that it has taken from the directory. */
export const directoryReplica = sqliteTable("directory_replica", {
  id: integer().primaryKey(),
  lastChangeId: integer().notNull(),
  lastAuditId: integer().notNull().default(0),
});
