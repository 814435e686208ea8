import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Markup } from "#domain/media/markup.ts";
import {
  creationInstant,
  customerForeignKey,
  customerKey,
  flag,
  instant,
  json,
  latitude,
  longitude,
  sha256,
  uuid,
  uuidKey,
  version,
} from "./columns.ts";
import { documentation } from "./documentation.ts";
import { documentationTask } from "./documentationTask.ts";

/**
 * A photo as its device described it and, once `hasData`, as ingest measured it. Sizes in bytes, CRC-32 unsigned, SHA-256 in hex, etag as
 * returned by R2. Position and time are the device's, or those of EXIF if it gave none.
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
    /** The comment of the person who captured or imported the photo. Staff never change it. */
    comment: text(),
    reviewComment: text(),
    /** The reviewer's quarter turns clockwise, 0 to 3. */
    rotation: integer().notNull().default(0),
    creator: text().notNull(),
    lat: latitude(),
    lng: longitude(),
    imported: flag(),
    /** When it was taken: the device's time, or the EXIF time if the device gave none (`dateFromDevice` false). */
    dateCreated: creationInstant(),
    dateFromDevice: flag(true),
    dateUploaded: instant(),
    lastUpdated: creationInstant(),
    hasData: flag(),
    hasOriginalData: flag(),
    dataSize: integer().notNull().default(0),
    crc32: integer(),
    sha256: sha256(),
    etag: text(),
    /** Part of the original's key, with the id (worker/media/photoKeys.ts): every upload has its own key. */
    revision: text().notNull().default(""),
    width: integer(),
    height: integer(),
    /** Of the original: 1 grey, 3 colour, 4 CMYK. */
    components: integer().notNull().default(3),
    /** EXIF orientation of the original, 1 to 8. */
    orientation: integer().notNull().default(1),
    camera: text(),
    /** When it was taken according to its metadata: EXIF, or the one in `timeSource`. */
    exifTime: instant(),
    timeSource: text().$type<"XMP" | "IPTC">(),
    exifLat: latitude(),
    exifLng: longitude(),
    /** EXIF's degrees clockwise from north. */
    direction: real(),
    /** The revision in the keys of thumbnail and rendition, which are rendered again for every rotation, and their quarter turns. */
    derivativeRevision: text().notNull().default(""),
    derivativeRotation: integer().notNull().default(0),
    thumbnailSize: integer(),
    thumbnailEtag: text(),
    renditionSize: integer(),
    renditionCrc32: integer(),
    renditionEtag: text(),
    renditionWidth: integer(),
    renditionHeight: integer(),
    renditionComponents: integer().notNull().default(3),
    /**
     * The markup, in fractions of the upright, rotated photo; null for none. Thumbnail and rendition show it; the original never changes.
     */
    markup: json<Markup>(),
    /** The rendition without the markup, in the same size, and the SHA-256 of the rendition with the markup; null without markup. */
    unmarkedRevision: text(),
    unmarkedSize: integer(),
    unmarkedCrc32: integer(),
    unmarkedEtag: text(),
    markedRenditionSha256: sha256(),
    version: version(),
  },
  (t) => [
    customerKey(t),
    // With `hasData`, so that a documentation's photos are counted from the index alone.
    index("photo_documentation").on(t.customerId, t.documentationId, t.dateCreated, t.hasData),
    // Omits photos of documentations without tasks for photos.
    index("photo_task").on(t.customerId, t.documentationTaskId).where(sql`documentation_task_id IS NOT NULL`),
    // Few have an unknown time; the timeline lists them separately.
    index("photo_unknown_time")
      .on(t.customerId, t.dateCreated, t.documentationId)
      .where(sql`has_data AND NOT date_from_device AND exif_time IS NULL`),
    // The timeline reads a customer's photos by time, and tests their documentations without reading the photos' rows.
    index("photo_created").on(t.customerId, t.dateCreated, t.documentationId).where(sql`has_data`),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
    customerForeignKey(t.customerId, t.documentationTaskId, () => documentationTask),
  ],
);
export type PhotoRow = typeof photo.$inferSelect;
