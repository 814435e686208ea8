import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ProblemCode } from "#domain/core/problem.ts";
import type { RetakenPhoto } from "#domain/endpoints/capture/captureMedia.ts";
import {
  created,
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
 * A reservation, written before its URL is signed, and its outcome. RESERVED until `settle` has seen the object; then STORED, or REFUSED
 * with a problem code; REPLACED once a newer upload of the same photo or file has taken its place. Every reservation has a key of its
 * own. Refused ones stay: what was refused is told apart from what never arrived. Stored ones go after a month, except those of links,
 * whose receipts list them (worker/ingest/purgeUploads.ts).
 */
export const upload = sqliteTable(
  "upload",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    documentationId: uuid().notNull(),
    /** The kind of row that `targetId` names. */
    kind: text({ enum: ["PHOTO", "FILE", "TEMP_FILE"] }).notNull(),
    targetId: uuid().notNull(),
    name: text().notNull(),
    objectKey: text().notNull(),
    contentType: text().notNull(),
    size: integer().notNull(),
    /** Base64, as signed. */
    md5: text().notNull(),
    /** By whose right it comes, which `settle` asks for again: a link, a licence or somebody logged in. Kept when that is gone. */
    uploadTokenId: uuid(),
    licenseId: uuid(),
    requester: requester(),
    /** The wish that a photo answers by taking the place of another (worker/ingest/retaken.ts), and what its sender says of it. */
    retakeId: uuid(),
    retakeParams: json<RetakenPhoto>(),
    /** Hex, as its sender computed it. */
    sha256: sha256(),
    /** R2's id of a multipart upload, and the bytes of every part but the last. */
    multipartId: text(),
    partSize: integer(),
    /** Imported by staff, who see the outcome at once: a refused import is not missing from the documentation. */
    isImport: flag(),
    state: text().$type<"RESERVED" | "STORED" | "REFUSED" | "REPLACED">().notNull().default("RESERVED"),
    refusalCode: text().$type<ProblemCode>(),
    refusalDetail: text(),
    attempts: integer().notNull().default(0),
    /** When somebody began to settle it, until that has ended (worker/ingest/claimUploads.ts). */
    claimedAt: instant(),
    expiresAt: text().notNull(),
    settledAt: instant(),
    dateCreated: created(),
  },
  (t) => [
    // A photo or file is looked for in its documentation.
    index("upload_documentation").on(t.customerId, t.documentationId, t.targetId),
    // What has not arrived, or was refused: few of all. Not an IN: SQLite takes one part of this OR, or two that stand side by side
    // (`allThatMayArrive` in worker/ingest/reservations.ts), for this condition.
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

/** Photos and files with bytes that staff deleted: a device that sends one again is answered as if it were stored. */
export const deletedMediaTombstone = sqliteTable(
  "deleted_media_tombstone",
  {
    customerId: integer().notNull(),
    documentationId: uuid().notNull(),
    targetId: uuid().notNull(),
    /** The kind of row that `targetId` named. */
    kind: text({ enum: ["PHOTO", "FILE"] }).notNull(),
    size: integer().notNull(),
    isImport: flag(),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.documentationId, t.targetId] }),
    customerForeignKey(t.customerId, t.documentationId, () => documentation, "cascade"),
  ],
);
