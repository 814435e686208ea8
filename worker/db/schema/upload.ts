import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ProblemCode } from "#domain/core/problem.ts";
import type { RetakenPhoto } from "#domain/endpoints/capture/captureMedia.ts";
import {
  creationInstant,
  customerForeignKey,
  flag,
  instant,
  json,
  requester,
  sha256,
  uuid,
  uuidKey,
} from "./columns.ts";
import { documentation } from "./documentation.ts";

/**
 * A reservation, written before its URL is signed, and its outcome. RESERVED until `settle` has inspected the object; then STORED, or
 * REFUSED with a problem code; REPLACED once there is a newer reservation for the same photo or file. Every reservation has its own object
 * key. Refused rows stay, to distinguish refused uploads from those that never arrived. Stored rows are deleted after a month, except those
 * of links, whose receipts list them (worker/ingest/purgeUploads.ts).
 */
export const upload = sqliteTable(
  "upload",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    documentationId: uuid().notNull(),
    /** The kind of the row with `targetId`. */
    kind: text({ enum: ["PHOTO", "FILE", "TEMP_FILE"] }).notNull(),
    targetId: uuid().notNull(),
    name: text().notNull(),
    objectKey: text().notNull(),
    contentType: text().notNull(),
    size: integer().notNull(),
    /** Base64, as signed. */
    md5: text().notNull(),
    /** The authority behind it, which `settle` checks again: a link, a licence or a user. No foreign keys, because uploads outlive them. */
    uploadTokenId: uuid(),
    licenseId: uuid(),
    requester: requester(),
    /** The retake whose photo it replaces (worker/ingest/photoRetakes.ts), and what its sender declared about the new photo. */
    retakeId: uuid(),
    retakeParams: json<RetakenPhoto>(),
    /** Hex, as its sender computed it. */
    sha256: sha256(),
    /** R2's id of a multipart upload, and the bytes of every part except the last. */
    multipartId: text(),
    partSize: integer(),
    /** Imported by staff or a link, who see the outcome at once: a refused import is not missing from the documentation. */
    isImport: flag(),
    state: text().$type<"RESERVED" | "STORED" | "REFUSED" | "REPLACED">().notNull().default("RESERVED"),
    refusalCode: text().$type<ProblemCode>(),
    refusalDetail: text(),
    attempts: integer().notNull().default(0),
    /** When a call began to settle it; null if none is (worker/ingest/claimUploads.ts). */
    claimedAt: instant(),
    expiresAt: text().notNull(),
    settledAt: instant(),
    dateCreated: creationInstant(),
  },
  (t) => [
    // For finding the uploads of a photo or file in its documentation.
    index("upload_documentation").on(t.customerId, t.documentationId, t.targetId),
    // Only the few uploads that have not arrived or were refused. OR instead of IN, because SQLite then also uses the index for one or two
    // adjacent terms of it (`pendingIndexCondition` in worker/ingest/reservations.ts).
    index("upload_open")
      .on(t.state, t.customerId, t.documentationId)
      .where(sql`state = 'RESERVED' OR state = 'REPLACED' OR state = 'REFUSED'`),
    index("upload_link").on(t.uploadTokenId, t.state).where(sql`upload_token_id IS NOT NULL`),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
  ],
);
export type UploadRow = typeof upload.$inferSelect;

/** Parts of a multipart upload that have arrived, with R2's entity tags. */
export const uploadPart = sqliteTable(
  "upload_part",
  {
    uploadId: uuid()
      .notNull()
      .references(() => upload.id, { onDelete: "cascade" }),
    partNumber: integer().notNull(),
    etag: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.uploadId, t.partNumber] })],
);

/** Photos and files that staff deleted. A device that sends one again gets the response that it is stored. */
export const deletedMediaTombstone = sqliteTable(
  "deleted_media_tombstone",
  {
    customerId: integer().notNull(),
    documentationId: uuid().notNull(),
    targetId: uuid().notNull(),
    /** The kind of the row that had `targetId`. */
    kind: text({ enum: ["PHOTO", "FILE"] }).notNull(),
    size: integer().notNull(),
    isImport: flag(),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.documentationId, t.targetId] }),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
  ],
);
