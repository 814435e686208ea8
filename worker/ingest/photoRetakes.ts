import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { hasPosition, now, unknownCoordinates } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { RetakenPhoto } from "#domain/endpoints/capture/captureMedia.ts";
import { auditStatement, createServiceAuthor } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam, newId } from "#worker/db/ids.ts";
import { noticeStatement } from "#worker/db/notices.ts";
import {
  documentation,
  earlierPhoto,
  photo,
  type RetakeRow,
  retake,
  type UploadRow,
  upload,
} from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { unmarkedColumns } from "#worker/media/derivativeColumns.ts";
import { orphanUnmarkedStatement } from "#worker/media/renderMarkup.ts";
import { type Receiver, targetCondition } from "./reservations.ts";
import { findMedia, mediaTypes } from "./storedMedia.ts";

/*
 * Uploads that fulfil retakes. A retaken photo keeps its row and gets new bytes. The earlier bytes keep their keys, and their columns move
 * to a row of `earlier_photo` in the batch that writes the new ones.
 */

/** The retake that an upload refers to, whatever its outcome. */
export const findRetakeOfUpload = (
  db: Database,
  { customerId, retakeId }: UploadRow,
): Promise<RetakeRow | undefined> =>
  db
    .select()
    .from(retake)
    .where(and(eq(retake.customerId, customerId), eq(retake.id, retakeId ?? "")))
    .get();

/** The open retake of a photo. */
export const findOpenRetake = (
  db: Database,
  { customerId, id }: { customerId: number; id: string },
): Promise<RetakeRow | undefined> =>
  db
    .select()
    .from(retake)
    .where(and(eq(retake.customerId, customerId), eq(retake.photoId, id), isNull(retake.outcome)))
    .get();

/**
 * The receiver of the bytes that replace those of a photo.
 * @throws samePhoto for bytes that the photo has or had before
 */
export async function createRetakeReceiver(
  db: Database,
  { customerId, id }: Pick<typeof photo.$inferSelect, "customerId" | "id">,
  retakeId: string,
  declaredPhoto: RetakenPhoto | null,
  announcedContent: { size: number; md5?: string },
): Promise<Omit<Receiver, "sender">> {
  const target = await findMedia(db, customerId, "PHOTO", id);
  if (await isKnownContent(db, target, announcedContent)) throw problem("samePhoto");
  return { kind: "PHOTO", target, isImport: true, retake: { id: retakeId, declaredPhoto } };
}

/** True if a photo has or had these bytes. R2's entity tag of a single PUT is the content's MD5. */
async function isKnownContent(
  db: Database,
  {
    customerId,
    documentationId,
    id,
  }: Pick<typeof photo.$inferSelect, "customerId" | "documentationId" | "id">,
  { size, md5 }: { size: number; md5?: string },
): Promise<boolean> {
  if (!md5) return false;
  const etag = Buffer.from(md5, "base64").toString("hex");
  const matches = await db.batch([
    db
      .select({ id: upload.id })
      .from(upload)
      .where(
        and(
          targetCondition({ customerId, documentationId, kind: "PHOTO", targetId: id }),
          eq(upload.state, "STORED"),
          eq(upload.size, size),
          eq(upload.md5, md5),
        ),
      ),
    db
      .select({ id: photo.id })
      .from(photo)
      .where(and(eq(photo.customerId, customerId), eq(photo.id, id), eq(photo.etag, etag))),
    db
      .select({ id: earlierPhoto.id })
      .from(earlierPhoto)
      .where(
        and(
          eq(earlierPhoto.customerId, customerId),
          eq(earlierPhoto.photoId, id),
          eq(earlierPhoto.etag, etag),
        ),
      ),
  ]);
  return matches.some((rows) => rows.length > 0);
}

/** Condition for the batch that replaces a photo's bytes: the retake is open, and the photo has data. */
export const retakeOpenCondition = ({ customerId, retakeId, targetId }: UploadRow): SQL =>
  sql`EXISTS (SELECT 1 FROM retake r JOIN photo p ON p.customer_id = r.customer_id AND p.id = r.photo_id
    WHERE r.customer_id = ${customerId} AND r.id = ${idParam(retakeId)} AND r.photo_id = ${idParam(targetId)} AND r.outcome IS NULL AND p.has_data)`;

/** The facts that inspection found in the EXIF of the new bytes. */
interface ExifFacts {
  takenAt: string | null;
  lat: number;
  lng: number;
}

/**
 * The columns of a retaken photo: what its sender declared, otherwise its EXIF. Only the name, the task and, unless there is a new comment, the
 * comment of the earlier photo are kept. The reviewer's comment was about the earlier one and stays with it.
 */
export function createRetakenColumns({ retakeParams: declaredPhoto }: UploadRow, exifFacts: ExifFacts) {
  const declaredPosition = declaredPhoto && hasPosition(declaredPhoto) ? declaredPhoto : null;
  const { lat, lng } = declaredPosition ?? (hasPosition(exifFacts) ? exifFacts : unknownCoordinates);
  return {
    lat,
    lng,
    rotation: declaredPhoto?.rotation ?? 0,
    dateCreated: declaredPhoto?.dateCreated ?? exifFacts.takenAt ?? now(),
    dateFromDevice: Boolean(declaredPhoto?.dateCreated),
    ...(declaredPhoto && { creator: declaredPhoto.creator }),
    ...(declaredPhoto?.comment && { comment: declaredPhoto.comment }),
    reviewComment: null,
    ...unmarkedColumns,
  };
}

/** The columns that `earlier_photo` copies from `photo`. */
const earlierPhotoColumns = `customer_id, documentation_id, name, comment, review_comment, creator, lat, lng, date_created, date_from_device,
  exif_time, time_source, date_uploaded, data_size, crc32, sha256, etag,
  revision, width, height, orientation, derivative_revision, thumbnail_size, thumbnail_etag, rendition_size, rendition_etag,
  rendition_crc32, markup, marked_rendition_sha256`;

/** Statements that copy a photo to `earlier_photo` and write the new one, with audit entry and event. */
export function replacePhotoStatements(
  db: Database,
  row: UploadRow,
  facts: Record<string, unknown> & { sha256: string; dataSize: number },
  /** The name in the histories; empty for the holder of a link. */
  senderName: string,
): BatchItem<"sqlite">[] {
  const { customerId, targetId, retakeId, documentationId } = row;
  const photoCondition = and(eq(photo.customerId, customerId), eq(photo.id, targetId));
  const replacedAt = now();
  return [
    orphanUnmarkedStatement(db, photoCondition),
    statement(
      db,
      sql`INSERT INTO earlier_photo (id, photo_id, retake_id, replaced_at, replaced_by, ${sql.raw(earlierPhotoColumns)})
        SELECT ${newId}, id, ${idParam(retakeId)}, ${replacedAt}, ${senderName}, ${sql.raw(earlierPhotoColumns)} FROM photo WHERE customer_id = ${customerId} AND id = ${idParam(targetId)}`,
    ),
    db
      .update(photo)
      .set({
        ...facts,
        dateUploaded: replacedAt,
        lastUpdated: replacedAt,
        version: sql`${photo.version} + 1`,
      })
      .where(photoCondition),
    auditStatement(db, {
      author: createServiceAuthor(customerId),
      objectClass: mediaTypes.PHOTO.objectClass,
      objectId: targetId,
      action: "UPDATE",
      params: { sha256: { after: facts.sha256 }, dataSize: { after: facts.dataSize } },
    }),
    statement(
      db,
      sql`INSERT INTO documentation_event (id, customer_id, documentation_id, type, event_date, creator, params)
        SELECT ${newId}, p.customer_id, p.documentation_id, 'TASK_EDIT', ${replacedAt}, ${senderName},
          json_object('change', 'PHOTO_RETAKEN', 'task', coalesce(t.name, ''), 'photo', p.name)
        FROM photo p LEFT JOIN documentation_task t ON t.customer_id = p.customer_id AND t.id = p.documentation_task_id
        WHERE p.customer_id = ${customerId} AND p.id = ${idParam(targetId)}`,
    ),
    db
      .update(documentation)
      .set({ lastUpdated: replacedAt })
      .where(and(eq(documentation.customerId, customerId), eq(documentation.id, documentationId))),
  ];
}

/** Statements that end a fulfilled retake and notify the reviewer who requested it. `senderName` is empty for the holder of a link. */
export function endRetakeStatements(
  db: Database,
  openRetake: RetakeRow,
  senderName: string,
): BatchItem<"sqlite">[] {
  const { customerId, id, documentationId, requester } = openRetake;
  const reviewerId = requester && (requester.realUserId ?? requester.userId);
  return [
    db
      .update(retake)
      .set({ outcome: "TAKEN", endedBy: senderName, endedAt: now() })
      .where(and(eq(retake.customerId, customerId), eq(retake.id, id), isNull(retake.outcome))),
    ...(reviewerId
      ? [
          noticeStatement(db, {
            customerId,
            userId: reviewerId,
            kind: "RETAKEN",
            documentationId,
            dedupKey: documentationId,
          }),
        ]
      : []),
  ];
}
