import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import {
  creationInstant,
  customerForeignKey,
  flag,
  instant,
  sha256,
  uuid,
  uuidKey,
  version,
} from "./columns.ts";
import { documentation } from "./documentation.ts";
import { documentationTask } from "./documentationTask.ts";

/** A file of a task. `type` is the media type that its name and content agree on; the other columns are like those of photos. */
export const file = sqliteTable(
  "file",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    documentationId: uuid().notNull(),
    documentationTaskId: uuid(),
    name: text().notNull(),
    type: text(),
    creator: text().notNull(),
    imported: flag(),
    dateCreated: creationInstant(),
    dateUploaded: instant(),
    lastUpdated: creationInstant(),
    hasData: flag(),
    dataSize: integer().notNull().default(0),
    crc32: integer(),
    sha256: sha256(),
    etag: text(),
    /** Part of the object's key, with the id (worker/media/photoKeys.ts): every upload has its own key. */
    revision: text().notNull().default(""),
    version: version(),
  },
  (t) => [
    index("file_documentation").on(t.customerId, t.documentationId, t.dateCreated),
    index("file_task").on(t.customerId, t.documentationTaskId),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
    customerForeignKey(t.customerId, t.documentationTaskId, () => documentationTask),
  ],
);
