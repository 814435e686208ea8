import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { created, customerKey, flag, sha256, version } from "./columns.ts";
import { customerOwnedColumns } from "./owned.ts";

/** Columns of graphics and reference photos: the row, and the facts about its bytes in R2. */
const imageColumns = () => ({
  ...customerOwnedColumns(),
  name: text().notNull(),
  description: text(),
  /** Bytes. */
  dataSize: integer().notNull().default(0),
  hasData: flag(),
  /** Part of the objects' keys, with the id (worker/media/keys.ts): empty for the first file, new for each replacement. */
  revision: text().notNull().default(""),
  etag: text(),
  crc32: integer(),
  sha256: sha256(),
  /** Pixels. */
  width: integer(),
  height: integer(),
  version: version(),
  dateCreated: created(),
});

/** A PNG that photos and drawings are placed on; its bytes are in R2. */
export const graphic = sqliteTable("graphic", imageColumns(), (t) => [
  customerKey(t),
  index("graphic_name").on(t.customerId, t.name),
]);

/** A JPEG shown beside a task as the example to follow; its bytes are in R2. */
export const referencePhoto = sqliteTable("reference_photo", imageColumns(), (t) => [
  customerKey(t),
  index("reference_photo_name").on(t.customerId, t.name),
]);

/**
 * Objects in R2 without a row. A place is added before its object is put and removed in the batch that makes the row; it is added
 * again in the batch that deletes the row. The sweeper removes the objects of places that stay here. `place` is the prefix of an
 * image's objects, ending with a slash, or the key of a single object.
 */
export const orphanedObject = sqliteTable(
  "orphaned_object",
  { keyOrPrefix: text().primaryKey(), dateCreated: created() },
  (t) => [index("unowned_object_created").on(t.dateCreated)],
);
