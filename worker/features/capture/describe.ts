import { and, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { now } from "#domain/core/fields.ts";
import { type FieldError, Problem, problem } from "#domain/core/problem.ts";
import type { saveFile, savePhoto } from "#domain/endpoints/capture/captureMedia.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { uniqueViolation } from "#worker/db/errors.ts";
import { deletedMediaTombstone, documentationTask, type LicenseRow } from "#worker/db/schema/index.ts";
import type { TableWith } from "#worker/db/tableWith.ts";
import { withUniqueName } from "#worker/ingest/photoNames.ts";
import { type MediaKind, media, storedResponse } from "#worker/ingest/storedMedia.ts";
import { assertOpen, deviceSource, findDocumentation } from "./saveDocumentation.ts";

type CapturedPhoto = z.output<NonNullable<typeof savePhoto.body>>["photo"];
type CapturedFile = z.output<NonNullable<typeof saveFile.body>>["file"];

/**
 * Saves a device's description of a photo; a later one updates it until the bytes have arrived. If another photo of the
 * documentation already has a numbered name, the task's next number is used instead, because a reinstalled device restarts its
 * numbering at 1.
 */
export const describePhoto = (db: Database, license: LicenseRow, captured: CapturedPhoto) =>
  describe(db, license, "PHOTO", captured);

export const describeFile = (db: Database, license: LicenseRow, captured: CapturedFile) =>
  describe(db, license, "FILE", captured);

async function describe(
  db: Database,
  license: LicenseRow,
  kind: MediaKind,
  captured: CapturedPhoto | CapturedFile,
) {
  const { customerId } = license;
  const existing = await rowOf(db, customerId, kind, captured.id);
  if (existing?.documentationId) await findDocumentation(db, deviceSource(license), existing.documentationId);
  if (existing?.hasData) return storedResponse(existing);
  assertOpen(await findDocumentation(db, deviceSource(license), captured.documentationId));
  const removed = existing ? null : await removedByStaff(db, customerId, kind, captured);
  if (removed) return removed;
  const field = kind === "PHOTO" ? "photo" : "file";
  const task = await findTask(db, license, captured, field);
  if (existing && existing.documentationId !== captured.documentationId)
    throw problem("invalid", { fields: { [`${field}.documentationId`]: "readOnly" } });
  const write = (name: string, free: SQL) =>
    save(db, customerId, kind, { ...captured, name }, existing !== undefined, free);
  try {
    if (kind === "FILE" || !task) await write(captured.name, sql`1`);
    else
      await withUniqueName(
        db,
        { ...captured, customerId, taskName: task.name, preferredName: captured.name },
        write,
      );
  } catch (error) {
    // A concurrent call from the same device has saved it: retry as an update.
    if (existing || !isDuplicate(error) || !(await rowOf(db, customerId, kind, captured.id))) throw error;
    return describe(db, license, kind, captured);
  }
  return { id: captured.id, hasData: false, dataSize: 0, sha256: null };
}

const isDuplicate = (error: unknown) => error instanceof Problem && error.code === "duplicate";

function rowOf(db: Database, customerId: number, kind: MediaKind, id: string) {
  const { table } = media[kind];
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
async function removedByStaff(
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
 * (worker/ingest/settle.ts).
 * @throws duplicate
 */
async function save(
  db: Database,
  customerId: number,
  kind: MediaKind,
  captured: CapturedPhoto | CapturedFile,
  existing: boolean,
  free: SQL,
): Promise<boolean> {
  const { table } = media[kind];
  const values = {
    ...captured,
    dateCreated: captured.dateCreated ?? now(),
    ...(kind === "PHOTO" && { dateFromDevice: captured.dateCreated !== null }),
    lastUpdated: now(),
  };
  // Photo and file share every column written here.
  const target: TableWith<"id"> = table;
  try {
    return await batchIf(
      db,
      free,
      existing
        ? [db.update(target).set(values).where(eq(target.id, captured.id))]
        : [db.insert(target).values({ ...values, customerId })],
    );
  } catch (error) {
    const field = kind === "PHOTO" ? "photo.id" : "file.id";
    if (uniqueViolation(error)) throw problem("duplicate", { fields: { [field]: "duplicate" } });
    throw error;
  }
}

/** @throws invalid for a task of another documentation */
async function findTask(
  db: Database,
  license: LicenseRow,
  captured: { documentationId: string; documentationTaskId: string | null },
  field: string,
): Promise<{ name: string } | null> {
  if (!captured.documentationTaskId) return null;
  const task = await db
    .select({ name: documentationTask.name })
    .from(documentationTask)
    .where(
      and(
        eq(documentationTask.customerId, license.customerId),
        eq(documentationTask.id, captured.documentationTaskId),
        eq(documentationTask.documentationId, captured.documentationId),
      ),
    )
    .get();
  const error: Record<string, FieldError> = { [`${field}.documentationTaskId`]: "notFound" };
  if (!task) throw problem("invalid", { fields: error });
  return task;
}
