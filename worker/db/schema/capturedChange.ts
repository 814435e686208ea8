import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Rows of a customer who is being moved away that have changed since the copy began. Temporary triggers insert them. */
export const capturedChange = sqliteTable("captured_change", {
  id: integer().primaryKey({ autoIncrement: true }),
  /** The table's name in SQL. */
  tableName: text().notNull(),
  /** The values of the row's key, as a JSON array. */
  key: text().notNull(),
});
