import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Stored amounts at the end of a day: bytes of the database, objects of the bucket and their bytes. */
export const storageUsage = sqliteTable("storage_usage", {
  /** YYYY-MM-DD, UTC. */
  day: text().primaryKey(),
  databaseBytes: integer().notNull(),
  objects: integer().notNull(),
  objectBytes: integer().notNull(),
});
