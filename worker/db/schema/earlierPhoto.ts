import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Markup } from "#domain/media/markup.ts";
import {
  creationInstant,
  customerForeignKey,
  flag,
  instant,
  json,
  latitude,
  longitude,
  sha256,
  uuid,
  uuidKey,
} from "./columns.ts";
import { documentation } from "./documentation.ts";
import { photo } from "./photo.ts";
import { retake } from "./retake.ts";

/**
 * An earlier version of a retaken photo. The photo keeps its id, name and task; the earlier bytes stay under the keys of their revisions.
 * Exports only include them on request.
 */
export const earlierPhoto = sqliteTable(
  "earlier_photo",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    documentationId: uuid().notNull(),
    photoId: uuid().notNull(),
    retakeId: uuid(),
    name: text().notNull(),
    comment: text(),
    reviewComment: text(),
    creator: text().notNull(),
    lat: latitude(),
    lng: longitude(),
    dateCreated: creationInstant(),
    /** The source of `dateCreated`, as in `photo`. */
    dateFromDevice: flag(true),
    exifTime: instant(),
    timeSource: text().$type<"XMP" | "IPTC">(),
    dateUploaded: instant(),
    dataSize: integer().notNull(),
    crc32: integer(),
    sha256: sha256(),
    etag: text(),
    revision: text().notNull(),
    width: integer(),
    height: integer(),
    orientation: integer().notNull().default(1),
    derivativeRevision: text().notNull(),
    thumbnailSize: integer(),
    thumbnailEtag: text(),
    renditionSize: integer(),
    renditionEtag: text(),
    renditionCrc32: integer(),
    /** The markup that its thumbnail and rendition show. A blurred photo stays blurred wherever it is shown. */
    markup: json<Markup>(),
    /** Of the rendition, if it has markup. */
    markedRenditionSha256: sha256(),
    /** When the newer photo replaced it, and who sent the newer one. */
    replacedAt: instant().notNull(),
    replacedBy: text().notNull(),
  },
  (t) => [
    index("earlier_photo_photo").on(t.customerId, t.photoId, t.replacedAt),
    index("earlier_photo_documentation").on(t.customerId, t.documentationId),
    index("earlier_photo_retake").on(t.customerId, t.retakeId),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
    customerForeignKey(t.customerId, t.photoId, () => photo, "cascade"),
    customerForeignKey(t.customerId, t.retakeId, () => retake),
  ],
);
