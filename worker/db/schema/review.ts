import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Markup } from "#domain/media/markup.ts";
import {
  created,
  customerForeignKey,
  customerKey,
  instant,
  json,
  latitude,
  longitude,
  requester,
  sha256,
  uuid,
  uuidKey,
} from "./columns.ts";
import { documentation } from "./documentation.ts";
import { documentationTask } from "./documentationTask.ts";
import { photo } from "./photo.ts";
import { uploadToken } from "./temp.ts";

/** Who reviews a documentation at the moment. A soft claim: it hinders nobody, and others in the same queue pass it over until it expires. */
export const reviewClaim = sqliteTable(
  "review_claim",
  {
    documentationId: uuid().primaryKey(),
    customerId: integer().notNull(),
    userId: integer().notNull(),
    creator: text().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    index("review_claim_documentation").on(t.customerId, t.documentationId),
    index("review_claim_expires").on(t.expiresAt),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
  ],
);

/** A reviewer's wish for a photo, or for the photos of a task, to be taken again. It names either a photo or a task. */
export const retake = sqliteTable(
  "retake",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    documentationId: uuid().notNull(),
    photoId: uuid(),
    documentationTaskId: uuid(),
    reason: text().notNull(),
    /** Who asked. */
    creator: text().notNull(),
    requester: requester(),
    /** The link that somebody without a login answers with. */
    uploadTokenId: uuid(),
    dateCreated: created(),
    /** What became of it, by whom and when; null while it is open. */
    outcome: text().$type<"TAKEN" | "WITHDRAWN">(),
    endedBy: text(),
    endedAt: instant(),
  },
  (t) => [
    customerKey(t),
    index("retake_documentation").on(t.customerId, t.documentationId, t.dateCreated),
    index("retake_photo").on(t.customerId, t.photoId),
    index("retake_task").on(t.customerId, t.documentationTaskId),
    // Nothing is asked for twice at a time.
    uniqueIndex("retake_open_photo").on(t.photoId).where(sql`outcome IS NULL`),
    uniqueIndex("retake_open_task").on(t.documentationTaskId).where(sql`outcome IS NULL`),
    index("retake_token").on(t.customerId, t.uploadTokenId),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
    customerForeignKey(t.customerId, t.photoId, () => photo, "cascade"),
    customerForeignKey(t.customerId, t.documentationTaskId, () => documentationTask, "cascade"),
    customerForeignKey(t.customerId, t.uploadTokenId, () => uploadToken),
  ],
);
export type RetakeRow = typeof retake.$inferSelect;

/**
 * What a photo was before a newer one took its place. The photo keeps its id, name and task; its earlier bytes stay under the keys of their
 * revisions. They leave with an export only when asked for.
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
    creator: text().notNull(),
    lat: latitude(),
    lng: longitude(),
    dateCreated: created(),
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
    /** What had been drawn on it, which its thumbnail and rendition show: what was blurred stays blurred wherever it goes. */
    markup: json<Markup>(),
    /** Of the rendition, where something is drawn on it. */
    markedRenditionSha256: sha256(),
    /** When the newer one took its place, and who sent that. */
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
