import { and, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { now } from "#domain/core/fields.ts";
import { type FieldError, Problem, problem } from "#domain/core/problem.ts";
import type { saveFile, savePhoto } from "#domain/endpoints/capture/captureMedia.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { findUniqueViolation } from "#worker/db/errors.ts";
import { deletedMediaTombstone, documentationTask, type LicenseRow } from "#worker/db/schema/index.ts";
import type { TableWith } from "#worker/db/tableWith.ts";
import { writeUnderUniqueName } from "#worker/ingest/photoNames.ts";
import { createMediaResponse, type MediaKind, mediaTypes } from "#worker/ingest/storedMedia.ts";
import { assertAcceptsUploads, findDocumentation, toDeviceSource } from "./saveDocumentation.ts";

type CapturedPhoto = z.output<NonNullable<typeof savePhoto.body>>["photo"];
type CapturedFile = z.output<NonNullable<typeof saveFile.body>>["file"];

/**
 * Saves a device's description of a photo; a later one updates it until the bytes have arrived. If another photo of the
 * documentation already has a numbered name, the task's next number is used instead, because a reinstalled device restarts its
 * numbering at 1.
 */
export const describePhoto = (db: Database, license: LicenseRow, media: CapturedPhoto) =>
  describeMedia(db, license, "PHOTO", media);

export const describeFile = (db: Database, license: LicenseRow, media: CapturedFile) =>
  describeMedia(db, license, "FILE", media);

async function describeMedia(
  db: Database,
  license: LicenseRow,
  kind: MediaKind,
  media: CapturedPhoto | CapturedFile,
) {
  const { customerId } = license;
  const existingRow = await findMediaRow(db, customerId, kind, media.id);
  if (existingRow?.documentationId)
    await findDocumentation(db, toDeviceSource(license), existingRow.documentationId);
  if (existingRow?.hasData) return createMediaResponse(existingRow);
  assertAcceptsUploads(await findDocumentation(db, toDeviceSource(license), media.documentationId));
  const deletedMedia = existingRow ? null : await findDeletedByStaff(db, customerId, kind, media);
  if (deletedMedia) return deletedMedia;
  const field = kind === "PHOTO" ? "photo" : "file";
  const task = await findTask(db, license, media, field);
  if (existingRow && existingRow.documentationId !== media.documentationId)
    throw problem("invalid", { fields: { [`${field}.documentationId`]: "readOnly" } });
  const saveWithName = (name: string, nameIsFree: SQL) =>
    saveDescription(db, customerId, kind, { ...media, name }, existingRow !== undefined, nameIsFree);
  try {
    if (kind === "FILE" || !task) await saveWithName(media.name, sql`1`);
    else
      await writeUnderUniqueName(
        db,
        { ...media, customerId, taskName: task.name, preferredName: media.name },
        saveWithName,
      );
  } catch (error) {
    // A concurrent call from the same device has saved it: retry as an update.
    if (existingRow || !isDuplicate(error) || !(await findMediaRow(db, customerId, kind, media.id)))
      throw error;
    return describeMedia(db, license, kind, media);
  }
  return { id: media.id, hasData: false, dataSize: 0, sha256: null };
}

const isDuplicate = (error: unknown) => error instanceof Problem && error.code === "duplicate";

function findMediaRow(db: Database, customerId: number, kind: MediaKind, id: string) {
  const { table } = mediaTypes[kind];
  return db
    .select()
    .from(table)
    .where(and(eq(table.customerId, customerId), eq(table.id, id)))
    .get();
}

/**
 * Finds a photo or file that staff deleted. A device that sends it again is told that it is stored, so that it does not come
 * back.
 */
async function findDeletedByStaff(
  db: Database,
  customerId: number,
  kind: MediaKind,
  { id, documentationId }: { id: string; documentationId: string },
) {
  if (kind === "TEMP_FILE") return null;
  const row = await db
    .select({ size: deletedMediaTombstone.size })
    .from(deletedMediaTombstone)
    .where(
      and(
        eq(deletedMediaTombstone.customerId, customerId),
        eq(deletedMediaTombstone.documentationId, documentationId),
        eq(deletedMediaTombstone.targetId, id),
        eq(deletedMediaTombstone.kind, kind),
      ),
    )
    .get();
  return row ? { id, hasData: true, dataSize: row.size, sha256: null } : null;
}

/**
 * Writes the row in one batch if `free` holds, and returns whether it did. The audit entry is written once the bytes have arrived
 * (worker/ingest/settleUpload.ts).
 * @throws duplicate
 */
async function saveDescription(
  db: Database,
  customerId: number,
  kind: MediaKind,
  media: CapturedPhoto | CapturedFile,
  isExisting: boolean,
  nameIsFree: SQL,
): Promise<boolean> {
  const { table } = mediaTypes[kind];
  const values = {
    ...media,
    dateCreated: media.dateCreated ?? now(),
    ...(kind === "PHOTO" && { dateFromDevice: media.dateCreated !== null }),
    lastUpdated: now(),
  };
  // Photo and file share every column written here.
  const targetTable: TableWith<"id"> = table;
  try {
    return await batchIf(
      db,
      nameIsFree,
      isExisting
        ? [db.update(targetTable).set(values).where(eq(targetTable.id, media.id))]
        : [db.insert(targetTable).values({ ...values, customerId })],
    );
  } catch (error) {
    const field = kind === "PHOTO" ? "photo.id" : "file.id";
    if (findUniqueViolation(error)) throw problem("duplicate", { fields: { [field]: "duplicate" } });
    throw error;
  }
}

/** @throws invalid for a task of another documentation */
async function findTask(
  db: Database,
  license: LicenseRow,
  media: { documentationId: string; documentationTaskId: string | null },
  field: string,
): Promise<{ name: string } | null> {
  if (!media.documentationTaskId) return null;
  const task = await db
    .select({ name: documentationTask.name })
    .from(documentationTask)
    .where(
      and(
        eq(documentationTask.customerId, license.customerId),
        eq(documentationTask.id, media.documentationTaskId),
        eq(documentationTask.documentationId, media.documentationId),
      ),
    )
    .get();
  const error: Record<string, FieldError> = { [`${field}.documentationTaskId`]: "notFound" };
  if (!task) throw problem("invalid", { fields: error });
  return task;
}
