import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { created } from "./columns.ts";

/** In the directory: the further databases, and how far each is known to have copied (worker/db/replica/). */
export const dataDatabase = sqliteTable("data_database", {
  /** The binding's name. */
  name: text().primaryKey(),
  applied: integer().notNull().default(0),
  /** The last line of the log that, where it belongs there, has gone from here. */
  lines: integer().notNull().default(0),
  dateCreated: created(),
});

/** In the directory: rows that have changed and that a further database has not copied yet. Triggers note them. */
export const directoryChange = sqliteTable("directory_change", {
  id: integer().primaryKey({ autoIncrement: true }),
  /** The table. */
  name: text().notNull(),
  /** The values of its primary key, a JSON array. */
  key: text().notNull(),
});

/** In a further database, one row: the last change and the last line of the log of the directory that it has taken. */
export const replica = sqliteTable("replica", {
  id: integer().primaryKey(),
  applied: integer().notNull(),
  lines: integer().notNull().default(0),
});
