import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { created } from "./columns.ts";

/** In the directory: the further databases, and how far each is known to have copied (worker/db/replica/). */
export const shard = sqliteTable("shard", {
  /** The binding's name. */
  name: text().primaryKey(),
  lastChangeId: integer().notNull().default(0),
  /** The last line of the log that, where it belongs there, has gone from here. */
  lastAuditId: integer().notNull().default(0),
  dateCreated: created(),
});

/** In the directory: rows that have changed and that a further database has not copied yet. Triggers note them. */
export const directoryChange = sqliteTable("directory_change", {
  id: integer().primaryKey({ autoIncrement: true }),
  /** The table. */
  tableName: text().notNull(),
  /** The values of its primary key, a JSON array. */
  key: text().notNull(),
});
export type DirectoryChangeRow = typeof directoryChange.$inferSelect;

/** In a further database, one row: the last change and the last line of the log of the directory that it has taken. */
export const directoryReplica = sqliteTable("directory_replica", {
  id: integer().primaryKey(),
  lastChangeId: integer().notNull(),
  lastAuditId: integer().notNull().default(0),
});
