import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { creationInstant, uuidKey, version } from "./columns.ts";

/** The release change log (1§2). */
export const changeLog = sqliteTable("change_log", {
  id: uuidKey(),
  versionCode: integer().notNull().unique(),
  description: text().notNull(),
  version: version(),
  dateCreated: creationInstant(),
});
