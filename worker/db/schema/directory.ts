import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { created } from "./columns";

/** In the directory: the further databases, and how far each is known to have copied (worker/db/replica/). */
export const dataDatabase = sqliteTable("data_database", {
  /** The binding's name. */
  name: text().primaryKey(),
  applied: integer().notNull().default(0),
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

/** In a further database: one row with the last change of the directory that it has copied. */
export const replica = sqliteTable("replica", {
  id: integer().primaryKey(),
  applied: integer().notNull(),
});
