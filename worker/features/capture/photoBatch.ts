import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { acceptsDeviceUploads } from "#domain/documentation/completion.ts";
import type { announcePhotos } from "#domain/endpoints/capture/captureMedia.ts";
import { isNumberedName } from "#domain/media/photoName.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, listParam, textAsId } from "#worker/db/ids.ts";
import { jsonChunks } from "#worker/db/jsonChunks.ts";
import {
  deletedMediaTombstone,
  documentation,
  documentationTask,
  type LicenseRow,
  photo,
  upload,
} from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { withoutIndex } from "#worker/db/withoutIndex.ts";
import type { Env } from "#worker/env.ts";
import type { AppContext } from "#worker/http/context.ts";
import { createItemFailure } from "#worker/http/problems.ts";
import { reserveUpload } from "#worker/ingest/reserve.ts";
import { type AnnouncedPhoto, reserveUploads } from "#worker/ingest/reserveMany.ts";
import { assertStored, settleBudgetMs, settleUploads } from "#worker/ingest/settleUpload.ts";
import { describePhoto } from "./describeMedia.ts";
import { createDeviceReceiver } from "./deviceReceiver.ts";

interface RequestContext {
  c: AppContext;
  env: Env;
  db: Database;
}

type AnnouncedItem = z.output<NonNullable<typeof announcePhotos.body>>["photos"][number];
type ResultItem = z.input<NonNullable<typeof announcePhotos.response>>["items"][number];
type CapturedPhoto = AnnouncedItem["photo"];

const contentType = "image/jpeg";
const emptyItem = { stored: null, upload: null, failure: null };

/**
 * Describes and reserves photos, ordinary ones in one batch. Photos with a duplicate name, or that changed since they were read,
 * are announced one by one.
 */
export async function announceInBatches(
  context: RequestContext,
  license: LicenseRow,
  announcedItems: readonly AnnouncedItem[],
): Promise<ResultItem[]> {
  const batchState = await readBatchState(context.db, license, announcedItems);
  const items = new Map<AnnouncedItem, ResultItem>();
  const batch: AnnouncedItem[] = [];
  const ids = new Set<string>();
  const names = new Set<string>();
  for (const item of announcedItems) {
    const { id, documentationId, name } = item.photo;
    const storedPhoto = batchState.stored.get(id);
    const nameKey = JSON.stringify([documentationId, name]);
    const isPlain = batchState.plain(item.photo) && !ids.has(id) && !names.has(nameKey);
    ids.add(id);
    names.add(nameKey);
    if (storedPhoto) items.set(item, { id, ...emptyItem, stored: storedPhoto });
    else if (isPlain) batch.push(item);
  }
  for (const [photo, result] of await announceBatch(context, license, batch)) items.set(photo, result);
  for (const item of announcedItems)
    if (!items.has(item)) items.set(item, await announceOne(context, license, item));
  return announcedItems.map((item) => items.get(item)!);
}

/** Reads the stored state of a call's photos and of their documentations and tasks. */
async function readBatchState(
  db: Database,
  { id: licenseId, customerId }: LicenseRow,
  condition: readonly AnnouncedItem[],
) {
  const photos = condition.map((item) => item.photo);
  const documentations = idListParam([...new Set(photos.map(({ documentationId }) => documentationId))]);
  const ids = idListParam(photos.map(({ id }) => id));
  const [rows, documentationRows, tasks, deletedRows, otherNames] = await db.batch([
    db
      .select({
        id: photo.id,
        customerId: photo.customerId,
        documentationId: photo.documentationId,
        hasData: photo.hasData,
        dataSize: photo.dataSize,
        sha256: photo.sha256,
      })
      .from(photo)
      .where(sql`${photo.id} IN ${ids}`),
    db
      .select({ id: documentation.id, licenseId: documentation.licenseId, status: documentation.status })
      .from(documentation)
      .where(and(eq(documentation.customerId, customerId), sql`${documentation.id} IN ${documentations}`)),
    db
      .select({
        id: documentationTask.id,
        documentationId: documentationTask.documentationId,
        name: documentationTask.name,
      })
      .from(documentationTask)
      .where(
        and(
          eq(documentationTask.customerId, customerId),
          sql`${documentationTask.id} IN ${idListParam(photos.flatMap(({ documentationTaskId }) => documentationTaskId ?? []))}`,
        ),
      ),
    db
      .select({ id: deletedMediaTombstone.targetId })
      .from(deletedMediaTombstone)
      .where(
        and(
          eq(deletedMediaTombstone.customerId, customerId),
          sql`${deletedMediaTombstone.documentationId} IN ${documentations} AND ${deletedMediaTombstone.targetId} IN ${ids}`,
        ),
      ),
    db
      .select({ documentationId: photo.documentationId, name: photo.name })
      .from(photo)
      .where(
        and(
          eq(photo.customerId, customerId),
          sql`${photo.documentationId} IN ${documentations} AND ${photo.name} IN ${listParam(photos.map(({ name }) => name))}
            AND ${photo.id} NOT IN ${ids}`,
        ),
      ),
  ]);
  const ownDocumentations = new Map(
    documentationRows
      .filter((row) => row.licenseId === null || row.licenseId === licenseId)
      .map((row) => [row.id, row]),
  );
  const existingPhotos = new Map(rows.map((row) => [row.id, row]));
  const taskById = new Map(tasks.map((row) => [row.id, row]));
  const deletedIds = new Set(deletedRows.map(({ id }) => id));
  const usedNames = new Set(otherNames.map((row) => JSON.stringify([row.documentationId, row.name])));
  return {
    stored: new Map(
      rows
        .filter(
          (row) => row.customerId === customerId && row.hasData && ownDocumentations.has(row.documentationId),
        )
        .map(({ id, hasData, dataSize, sha256 }) => [id, { id, hasData, dataSize, sha256 }]),
    ),
    /** Whether a photo is new or still without bytes, so that it can be announced in the batch. */
    plain({ id, documentationId, documentationTaskId, name }: CapturedPhoto): boolean {
      const row = existingPhotos.get(id);
      const documentation = ownDocumentations.get(documentationId);
      const task = documentationTaskId === null ? undefined : taskById.get(documentationTaskId);
      if (!documentation || !acceptsDeviceUploads(documentation.status) || deletedIds.has(id)) return false;
      if (row && (row.customerId !== customerId || row.hasData || row.documentationId !== documentationId))
        return false;
      if (documentationTaskId !== null && task?.documentationId !== documentationId) return false;
      return (
        !task || !isNumberedName(task.name, name) || !usedNames.has(JSON.stringify([documentationId, name]))
      );
    },
  };
}

/** Writes photos with their reservations in one batch. Writes and returns nothing if something changed in between. */
async function announceBatch(
  { env, db }: RequestContext,
  { id: licenseId, customerId }: LicenseRow,
  batch: readonly AnnouncedItem[],
): Promise<Map<AnnouncedItem, ResultItem>> {
  if (batch.length === 0) return new Map();
  const timestamp = now();
  const rows = batch.map(({ photo: { dateCreated, ...photoFields } }) => ({
    ...photoFields,
    dateCreated: dateCreated ?? timestamp,
    dateFromDevice: dateCreated !== null,
  }));
  const [ids, chunks] = [idListParam(rows.map(({ id }) => id)), jsonChunks(rows)];
  // Compares the names of all photos, numbered or not; a photo with a name in use is announced individually.
  const unchangedCondition = chunks.reduce(
    (
      condition,
      chunk,
    ) => sql`${condition} AND NOT EXISTS (SELECT 1 FROM photo WHERE customer_id = ${customerId}
      AND documentation_id IN (SELECT ${textAsId("value ->> 'documentationId'")} FROM json_each(${chunk}))
      AND (documentation_id, name) IN (SELECT ${textAsId("value ->> 'documentationId'")}, value ->> 'name' FROM json_each(${chunk})
        WHERE value ->> 'documentationTaskId' IS NOT NULL) AND id NOT IN ${ids})`,
    sql`NOT EXISTS (SELECT 1 FROM photo WHERE id IN ${ids} AND (customer_id <> ${customerId} OR has_data))`,
  );
  const describeStatements = chunks.map((chunk) =>
    statement(
      db,
      sql`INSERT INTO photo (id, customer_id, documentation_id, documentation_task_id, name, comment, creator, lat, lng, rotation, markup,
          date_created, date_from_device, last_updated)
        SELECT ${textAsId("value ->> 'id'")}, ${customerId}, ${textAsId("value ->> 'documentationId'")}, ${textAsId("value ->> 'documentationTaskId'")}, value ->> 'name',
          value ->> 'comment', value ->> 'creator', value ->> 'lat', value ->> 'lng', value ->> 'rotation',
          nullif(value -> 'markup', 'null'), value ->> 'dateCreated', value ->> 'dateFromDevice', ${timestamp}
        FROM json_each(${chunk}) WHERE true
        ON CONFLICT (id) DO UPDATE SET documentation_task_id = excluded.documentation_task_id, name = excluded.name,
          comment = excluded.comment, creator = excluded.creator, lat = excluded.lat, lng = excluded.lng, rotation = excluded.rotation,
          markup = excluded.markup, date_created = excluded.date_created, date_from_device = excluded.date_from_device, last_updated = excluded.last_updated`,
    ),
  );
  const announcedPhotos: AnnouncedPhoto[] = batch.map(
    ({ photo: { id, documentationId, name }, size, md5 }) => ({
      ...{ targetId: id, documentationId, name, size, md5, contentType },
    }),
  );
  const reservations = await reserveUploads(env, db, { customerId, licenseId }, announcedPhotos, {
    condition: unchangedCondition,
    photoStatements: describeStatements,
  });
  return new Map(
    batch.flatMap((entry): [AnnouncedItem, ResultItem][] => {
      const upload = reservations?.get(entry.photo.id);
      return upload ? [[entry, { id: entry.photo.id, ...emptyItem, upload }]] : [];
    }),
  );
}

/** Announces one photo like the single-photo calls. */
async function announceOne(
  { c, env, db }: RequestContext,
  license: LicenseRow,
  { photo: capturedPhoto, size, md5 }: AnnouncedItem,
): Promise<ResultItem> {
  const { id } = capturedPhoto;
  try {
    const storedPhoto = await describePhoto(db, license, capturedPhoto);
    if (storedPhoto.hasData) return { id, ...emptyItem, stored: storedPhoto };
    const reservation = { id, size, md5, contentType };
    const upload = await reserveUpload(
      env,
      db,
      await createDeviceReceiver(db, license, "PHOTO", reservation),
      reservation,
    );
    return { id, ...emptyItem, upload };
  } catch (error) {
    return { id, ...emptyItem, failure: createItemFailure(error, c) };
  }
}

/** Settles uploads of a licence. Uploads not reached within the time budget are returned without result. */
export async function settlePhotos(
  { c, env, db }: RequestContext,
  { id: licenseId, customerId }: LicenseRow,
  uploadIds: readonly string[],
) {
  const rows = await db
    .select({ id: upload.id, targetId: upload.targetId })
    .from(upload)
    .where(
      and(
        eq(withoutIndex(upload.customerId), customerId),
        eq(withoutIndex(upload.licenseId), licenseId),
        eq(withoutIndex(upload.kind), "PHOTO"),
        sql`${upload.id} IN ${idListParam(uploadIds)}`,
      ),
    );
  const targetIdByUpload = new Map(rows.map(({ id, targetId }) => [id, targetId]));
  const outcomes = await settleUploads(env, db, rows, Date.now() + settleBudgetMs);
  const photoRows = await db
    .select({ id: photo.id, hasData: photo.hasData, dataSize: photo.dataSize, sha256: photo.sha256 })
    .from(photo)
    .where(
      and(
        eq(photo.customerId, customerId),
        sql`${photo.id} IN ${idListParam([...targetIdByUpload.values()])}`,
      ),
    );
  const photoById = new Map(photoRows.map((row) => [row.id, row]));
  return uploadIds.map((uploadId) => {
    const targetId = targetIdByUpload.get(uploadId);
    const outcome = outcomes.get(uploadId);
    try {
      if (targetId === undefined) throw problem("notFound");
      if (!outcome) return { uploadId, stored: null, failure: null };
      if (outcome.state === "FAILED") throw outcome.error;
      assertStored(outcome);
      const row = photoById.get(targetId);
      if (!row) throw problem("notFound");
      return { uploadId, stored: row, failure: null };
    } catch (error) {
      return { uploadId, stored: null, failure: createItemFailure(error, c) };
    }
  });
}
