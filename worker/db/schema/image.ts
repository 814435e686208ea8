import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { creationInstant, customerKey, flag, sha256, version } from "./columns.ts";
import { customerOwnedColumns } from "./ownerColumns.ts";

/** Columns of graphics and reference photos, including the facts about their bytes in R2. */
const imageColumns = () => ({
  ...customerOwnedColumns(),
  name: text().notNull(),
  description: text(),
  /** Bytes. */
  dataSize: integer().notNull().default(0),
  hasData: flag(),
  /** Part of the objects' keys, with the id (worker/media/photoKeys.ts): empty for the first file, new for each replacement. */
  revision: text().notNull().default(""),
  etag: text(),
  crc32: integer(),
  sha256: sha256(),
  /** Pixels. */
  width: integer(),
  height: integer(),
  version: version(),
  dateCreated: creationInstant(),
});

/** A PNG that photos and drawings are placed on. */
export const graphic = sqliteTable("graphic", imageColumns(), (t) => [
  customerKey(t),
  index("graphic_name").on(t.customerId, t.name),
]);

/** A JPEG that shows how a task's photo should look. */
export const referencePhoto = sqliteTable("reference_photo", imageColumns(), (t) => [
  customerKey(t),
  index("reference_photo_name").on(t.customerId, t.name),
]);

/**
 * Objects in R2 that no row refers to. A key is inserted before its object is stored and deleted in the batch that inserts the row; the
 * batch that deletes the row inserts it again. The sweeper deletes objects whose keys stay here. `keyOrPrefix` is the key of one object, or
 * the prefix of an image's objects, which ends with a slash.
 */
export const orphanedObject = sqliteTable(
  "orphaned_object",
  { keyOrPrefix: text().primaryKey(), dateCreated: creationInstant() },
  (t) => [index("unowned_object_created").on(t.dateCreated)],
);
