import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import {
  created,
  flag,
  instant,
  latitude,
  longitude,
  tenantKey,
  uuid,
  uuidKey,
  version,
  within,
} from "./columns";
import { documentation } from "./documentation";
import { documentationTask } from "./documentationTask";

/**
 * A photo as its device described it and, once `hasData`, as ingest measured it. Sizes in bytes, CRC-32 unsigned,
 * SHA-256 in hex, etag as R2 gives it. Position and time are the device's, or the EXIF ones where it gave none.
 */
export const photo = sqliteTable(
  "photo",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    documentationId: uuid().notNull(),
    documentationTaskId: uuid(),
    name: text().notNull(),
    alias: text(),
    comment: text(),
    /** The reviewer's quarter turns clockwise, 0 to 3. */
    rotation: integer().notNull().default(0),
    creator: text().notNull(),
    lat: latitude(),
    lng: longitude(),
    imported: flag(),
    /** When it was taken. Where the device gave no time (`dateGiven` false) its EXIF time takes this place. */
    dateCreated: created(),
    dateGiven: flag(true),
    dateUploaded: instant(),
    lastUpdated: created(),
    hasData: flag(),
    hasOriginalData: flag(),
    dataSize: integer().notNull().default(0),
    crc32: integer(),
    sha256: text(),
    etag: text(),
    /** Names the original's object together with the id (worker/media/keys.ts): each upload has a key of its own. */
    revision: text().notNull().default(""),
    width: integer(),
    height: integer(),
    /** EXIF orientation of the original, 1 to 8. */
    orientation: integer().notNull().default(1),
    camera: text(),
    exifTime: instant(),
    exifLat: latitude(),
    exifLng: longitude(),
    /** The same for thumbnail and rendition, which are made anew with each turn, and the quarter turns they were made with. */
    shownRevision: text().notNull().default(""),
    turned: integer().notNull().default(0),
    thumbnailSize: integer(),
    thumbnailEtag: text(),
    renditionSize: integer(),
    renditionCrc32: integer(),
    renditionEtag: text(),
    renditionWidth: integer(),
    renditionHeight: integer(),
    version: version(),
  },
  (t) => [
    tenantKey(t),
    index("photo_documentation").on(t.customerId, t.documentationId, t.dateCreated),
    index("photo_task").on(t.customerId, t.documentationTaskId),
    within(t.customerId, t.documentationId, () => documentation, "cascade"),
    within(t.customerId, t.documentationTaskId, () => documentationTask),
  ],
);
