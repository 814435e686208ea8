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

/** The current reviewer of a documentation. Advisory: it blocks no one, but the queue skips the documentation for others until it expires. */
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

/** A reviewer's request to retake a photo, or the photos or answer of a task. Refers to either a photo or a task. */
export const retake = sqliteTable(
  "retake",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    documentationId: uuid().notNull(),
    photoId: uuid(),
    documentationTaskId: uuid(),
    reason: text().notNull(),
    /** The reviewer. */
    creator: text().notNull(),
    requester: requester(),
    /** The link through which a person without a login answers it. */
    uploadTokenId: uuid(),
    dateCreated: created(),
    /** Null while it is open. */
    outcome: text().$type<"TAKEN" | "WITHDRAWN">(),
    endedBy: text(),
    endedAt: instant(),
  },
  (t) => [
    customerKey(t),
    index("retake_documentation").on(t.customerId, t.documentationId, t.dateCreated),
    index("retake_photo").on(t.customerId, t.photoId),
    index("retake_task").on(t.customerId, t.documentationTaskId),
    // One open retake per photo or task.
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
    /** The markup that its thumbnail and rendition show. A blurred photo stays blurred wherever it is shown. */
    markup: json<Markup>(),
    /** Of the rendition, if it has markup. */
    markedRenditionSha256: sha256(),
    /** When the newer photo replaced it, and who sent that. */
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
