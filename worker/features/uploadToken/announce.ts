import { and, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import { now, unknownCoordinates } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { truncate } from "#domain/core/text/trim.ts";
import type { reserveTokenUpload } from "#domain/endpoints/links/linkUpload.ts";
import { type LinkPurpose, linkLimits } from "#domain/links/uploadLink.ts";
import type { Link } from "#worker/auth/linkAuth.ts";
import { countAttempts } from "#worker/auth/rateLimit.ts";
import { assertStatement, batchIf, isAssertFailure } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { findUniqueViolation } from "#worker/db/errors.ts";
import { idParam } from "#worker/db/ids.ts";
import { tempFile, upload } from "#worker/db/schema/index.ts";
import { withoutIndex } from "#worker/db/withoutIndex.ts";
import { reserveImport } from "#worker/documentation/mediaImport.ts";
import { listRetakesOfLink } from "#worker/documentation/retakes.ts";
import type { Env } from "#worker/env.ts";
import { splitName } from "#worker/export/safeNames.ts";
import { findStoredDuplicate } from "#worker/ingest/authority.ts";
import { listUploadedParts, maxSinglePutBytes, reserveMultipartUpload } from "#worker/ingest/multipart.ts";
import { createRetakeReceiver, findOpenRetake } from "#worker/ingest/photoRetakes.ts";
import { writeUnderUniqueFileName } from "#worker/ingest/receivedFileNames.ts";
import type { AnnouncedContent, CreateTarget, Receiver } from "#worker/ingest/reservations.ts";
import { reserveUpload } from "#worker/ingest/reserve.ts";
import { assertStored, type SettleResult } from "#worker/ingest/settleUpload.ts";
import { findMedia, type MediaKind, mediaTypes } from "#worker/ingest/storedMedia.ts";
import { createLinkImporter, listLaterTasks } from "./uploadLater.ts";

export type AnnouncedItem = z.output<NonNullable<typeof reserveTokenUpload.body>>;

/** Rate limit of a link's announcements, above what a normal sender needs. The window is in seconds. */
const announceRateLimit = { maxAttempts: 2000, windowSeconds: 15 * 60 };

/** @throws tooManyAttempts */
export const countAnnouncements = (db: Database, { token }: Link, count = 1) =>
  countAttempts(db, [{ key: `link:${token.id}`, ...announceRateLimit }], count);
/** Seconds for which a multipart reservation is valid, longer than its URLs: a large file on a slow connection may take days. */
const partsTtlSeconds = 7 * 24 * 3600;

/** The files and bytes a link can still accept. Announced files count before they arrive. */
export async function readRemainingQuota(
  db: Database,
  link: Link,
): Promise<{ files: number; bytes: number }> {
  const usedQuota = await db
    .select({ files: sql<number>`count(*)`, bytes: sql<number>`coalesce(sum(${upload.size}), 0)` })
    .from(upload)
    .where(and(eq(upload.uploadTokenId, link.token.id), inArray(upload.state, ["RESERVED", "STORED"])))
    .get();
  return {
    files: Math.max(0, linkLimits.files - (usedQuota?.files ?? 0)),
    bytes: Math.max(0, linkLimits.bytes - (usedQuota?.bytes ?? 0)),
  };
}

/** Makes a name safe to show and store: no folders, hidden endings or reversed text direction. */
export function sanitizeName(name: string): string {
  const { stem, extension } = splitName(name, "file");
  return stem + extension;
}

/** Finds the upload of an item of this link, whatever its state. */
export const findUpload = (db: Database, link: Link, key: { uploadId: string } | { targetId: string }) =>
  db
    .select()
    .from(upload)
    .where(
      and(
        eq(withoutIndex(upload.customerId), link.token.customerId),
        ...("uploadId" in key
          ? [eq(withoutIndex(upload.uploadTokenId), link.token.id), eq(upload.id, key.uploadId)]
          : [eq(upload.uploadTokenId, link.token.id), eq(upload.targetId, key.targetId)]),
      ),
    )
    .orderBy(sql`state = 'REFUSED'`, sql`rowid DESC`)
    .get();

/** The upload of an announced item; for a photo that is requested again, the upload for this retake. */
async function findKnownUpload(db: Database, link: Link, { id }: Pick<AnnouncedItem, "id">) {
  const existingUpload = await findUpload(db, link, { targetId: id });
  if (link.token.purpose !== "RETAKE" || !existingUpload?.retakeId) return existingUpload;
  const openRetake = await findOpenRetake(db, { customerId: link.token.customerId, id });
  return !openRetake || openRetake.id === existingUpload.retakeId ? existingUpload : undefined;
}

/** The same file, by name, bytes and task, that has arrived through this link (2§5). */
export const findSameFile = (
  db: Database,
  { token }: Link,
  {
    id,
    name,
    sha256,
    documentationTaskId,
  }: Pick<AnnouncedItem, "id" | "name" | "sha256" | "documentationTaskId">,
) =>
  findStoredDuplicate(db, {
    customerId: token.customerId,
    uploadTokenId: token.id,
    targetId: id,
    name: truncate(name, 500),
    sha256,
    ...(token.purpose === "FILES" ? { kind: "TEMP_FILE" } : { kind: "FILE", taskId: documentationTaskId }),
  });

/** Describes the row of an item's bytes, which is written with their reservation. */
type DescribeItem = (
  db: Database,
  link: Link,
  item: Pick<AnnouncedItem, "id" | "name" | "size" | "documentationTaskId" | "comment"> & { md5?: string },
  remoteAddr: string,
) => Promise<Omit<Receiver, "sender">>;

/**
 * Announces an item and returns where to send its bytes. Announcing it again resumes the upload: the response lists the parts
 * that have arrived, or has a new URL for a file sent whole.
 * @throws linkFull, tooManyAttempts; duplicate for an id in use, also by other bytes; retakeEnded for a photo that has been answered
 */
export async function announceItem(
  env: Env,
  db: Database,
  link: Link,
  item: AnnouncedItem,
  remoteAddr: string,
) {
  await countAnnouncements(db, link);
  return announceCountedItem(env, db, link, item, remoteAddr);
}

/** Like `announceItem`, for an item whose announcement has already been counted. */
export async function announceCountedItem(
  env: Env,
  db: Database,
  link: Link,
  item: Omit<AnnouncedItem, "token">,
  remoteAddr: string,
) {
  const existingUpload = await findKnownUpload(db, link, item);
  if (existingUpload?.state === "STORED") {
    assertSameBytes(existingUpload, item);
    return createResponse(db, existingUpload, existingUpload.kind);
  }
  const isSameFile =
    existingUpload?.state === "RESERVED" &&
    existingUpload.size === item.size &&
    existingUpload.sha256 === item.sha256;
  if (isSameFile && existingUpload.multipartId !== null && existingUpload.expiresAt > now())
    return createResponse(db, existingUpload, existingUpload.kind);
  const sameFile = await findSameFile(db, link, item);
  if (sameFile) return createResponse(db, sameFile, sameFile.kind);
  const receiver = await findReceiver(
    db,
    link,
    item,
    remoteAddr,
    existingUpload?.state === "RESERVED" ? existingUpload : undefined,
  );
  const { kind } = receiver;
  const { contentType } = mediaTypes[kind];
  const content: AnnouncedContent = { contentType, size: item.size, md5: item.md5, sha256: item.sha256 };
  if (item.size > maxSinglePutBytes) {
    const reservation = await reserveMultipartUpload(env, db, receiver, content, partsTtlSeconds);
    const row = await findUpload(db, link, { uploadId: reservation.id });
    return createResponse(db, row!, kind);
  }
  const { uploadId, name, url, headers, method, expires } = await reserveUpload(env, db, receiver, content);
  return {
    id: item.id,
    uploadId,
    name,
    state: "RESERVED" as const,
    expires,
    put: { method, url, headers },
  };
}

/**
 * A sender must not be told that their bytes have arrived if the bytes were another sender's.
 * @throws retakeEnded if another photo has answered the retake; duplicate if the id is in use
 */
export function assertSameBytes(
  uploadRow: typeof upload.$inferSelect,
  { sha256 }: Pick<AnnouncedItem, "sha256">,
): void {
  if (uploadRow.sha256 === sha256) return;
  throw uploadRow.retakeId ? problem("retakeEnded") : problem("duplicate", { fields: { id: "duplicate" } });
}

/**
 * Returns the upload that has the bytes of a settled upload: itself, or the same file that has arrived through the link under another id.
 * @throws the refusal's reason; uploadNotArrived; notFound for bytes that are no longer expected
 */
export async function findStoredUpload(
  db: Database,
  row: typeof upload.$inferSelect,
  settleResult: SettleResult,
): Promise<typeof upload.$inferSelect> {
  const isDuplicate = settleResult.state === "REFUSED" && settleResult.reason === "duplicate";
  // The refused row is gone, and its task with it.
  const sameFile = isDuplicate ? await findStoredDuplicate(db, { ...row, isOfAnyTask: true }) : undefined;
  if (!sameFile) assertStored(settleResult);
  return sameFile ?? row;
}

/**
 * Returns the receiver of an item's bytes: the announced row, or a new one.
 * @throws linkFull
 */
export async function findReceiver(
  db: Database,
  link: Link,
  item: Parameters<DescribeItem>[2],
  remoteAddr: string,
  reservedUpload: typeof upload.$inferSelect | undefined,
): Promise<Receiver> {
  const remainingQuota = await readRemainingQuota(db, link);
  if (
    (!reservedUpload && remainingQuota.files < 1) ||
    remainingQuota.bytes + (reservedUpload?.size ?? 0) < item.size
  )
    throw problem("linkFull");
  const receiver =
    reservedUpload && !reservedUpload.retakeId
      ? {
          kind: reservedUpload.kind,
          target: await findMedia(db, link.token.customerId, reservedUpload.kind, item.id),
        }
      : await describeByPurpose[link.token.purpose](db, link, item, remoteAddr);
  return {
    ...receiver,
    isImport: true,
    sender: { uploadTokenId: link.token.id, originalName: truncate(item.name, 500) },
  };
}

async function createResponse(db: Database, row: typeof upload.$inferSelect, kind: MediaKind) {
  const { name } = await findMedia(db, row.customerId, kind, row.targetId);
  const parts = row.multipartId === null ? [] : await listUploadedParts(db, row.id);
  return {
    id: row.targetId,
    uploadId: row.id,
    name,
    state: row.state === "STORED" ? ("STORED" as const) : ("RESERVED" as const),
    ...(row.multipartId !== null && {
      partSize: row.partSize!,
      uploadedParts: parts.map(({ partNumber }) => partNumber),
    }),
    expires: row.expiresAt,
  };
}

/** Stores a photo or file on its task, as an import (2§2, 2§5). */
const describeTaskMedia: DescribeItem = async (db, link, item) => {
  const task = (await listLaterTasks(db, link)).find(({ id }) => id === item.documentationTaskId);
  if (!task) throw problem("invalid", { fields: { documentationTaskId: "notFound" } });
  const kind = task.type === "PHOTO" ? "PHOTO" : "FILE";
  if (kind === "PHOTO" && !item.comment?.trim())
    throw problem("invalid", { fields: { comment: "required" } });
  return describeImport(db, link, kind, item, task.id);
};

/** A new photo or file of a task, as an import. */
async function describeImport(
  db: Database,
  link: Link,
  kind: "PHOTO" | "FILE",
  item: Parameters<DescribeItem>[2],
  taskId: string,
): Promise<Omit<Receiver, "sender">> {
  const announcement = {
    documentationId: link.documentation.id,
    taskId,
    name: kind === "PHOTO" ? null : sanitizeName(item.name),
    comment: item.comment?.trim() || null,
  };
  const receiver = await reserveImport(db, createLinkImporter(link), kind, announcement, item.id);
  return {
    ...receiver,
    createTarget: (reservationStatements) => mapDuplicate(receiver.createTarget!(reservationStatements)),
  };
}

/**
 * Stores a photo that replaces the one sent back, or an additional photo of a task that was sent back.
 * @throws retakeEnded if the photo is no longer requested; samePhoto for the bytes that were sent back
 */
const describeRetakeMedia: DescribeItem = async (db, link, announcedItem) => {
  const linkRetakes = await listRetakesOfLink(db, link.token);
  const linkRetake = linkRetakes.find(({ retake }) =>
    announcedItem.documentationTaskId
      ? retake.documentationTaskId === announcedItem.documentationTaskId
      : retake.photoId === announcedItem.id && retake.outcome === null,
  );
  if (!linkRetake) throw problem("retakeEnded");
  const { retake, photo, task } = linkRetake;
  if (!photo)
    return describeImport(db, link, task?.type === "FILE" ? "FILE" : "PHOTO", announcedItem, task?.id ?? "");
  const photoValues = {
    ...unknownCoordinates,
    // The holder of the link is unknown.
    creator: "",
    comment: announcedItem.comment?.trim() || null,
  };
  return createRetakeReceiver(
    db,
    photo,
    retake.id,
    { ...photoValues, rotation: 0, dateCreated: null },
    announcedItem,
  );
};

const describeByPurpose: Record<LinkPurpose, DescribeItem> = {
  FILES: (...args) => describeTempFile(...args),
  LATER: describeTaskMedia,
  RETAKE: describeRetakeMedia,
};

/** Stores a file for the whole documentation, which staff accept or reject (2§2). */
const describeTempFile: DescribeItem = async (db, { token }, item, remoteAddr) => {
  const name = sanitizeName(item.name);
  const row = {
    id: item.id,
    customerId: token.customerId,
    documentationId: token.documentationId,
    licenseId: token.licenseId,
    uploadTokenId: token.id,
    name,
    originalName: truncate(item.name, 500),
    tokenCreator: token.creator,
    remoteAddr,
    lastUpdated: now(),
  };
  const { id, customerId, documentationId } = row;
  const target = { id, customerId, documentationId, name, hasData: false, dataSize: 0, sha256: null };
  const createTarget: CreateTarget = (reservationStatements) =>
    mapDuplicate(
      writeUnderUniqueFileName(db, target, name, (freeName, nameFreeCondition) =>
        batchIf(db, nameFreeCondition, [
          db.insert(tempFile).values({
            ...row,
            name: freeName,
            originalName: freeName === item.name ? null : row.originalName,
          }),
          // A temp file that is accepted as a file keeps its id.
          assertStatement(
            db,
            sql`NOT EXISTS (SELECT 1 FROM file WHERE id = ${idParam(row.id)})`,
            "duplicate",
          ),
          ...reservationStatements(freeName),
        ]),
      ),
    );
  return { kind: "TEMP_FILE", target, createTarget };
};

/** @throws duplicate if another row has the id */
async function mapDuplicate<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (findUniqueViolation(error) || isAssertFailure(error, "duplicate"))
      throw problem("duplicate", { fields: { id: "duplicate" } });
    throw error;
  }
}
