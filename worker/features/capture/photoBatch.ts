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
import { unindexed } from "#worker/db/unindexed.ts";
import type { Env } from "#worker/env.ts";
import type { AppContext } from "#worker/http/context.ts";
import { itemFailure } from "#worker/http/problems.ts";
import { reserve } from "#worker/ingest/reserve.ts";
import { type AnnouncedPhoto, reserveBatch } from "#worker/ingest/reserveMany.ts";
import { assertStored, settleBudgetMs, settleMany } from "#worker/ingest/settle.ts";
import { describePhoto } from "./describe.ts";
import { deviceReceiver } from "./deviceReceiver.ts";

interface CallContext {
  c: AppContext;
  env: Env;
  db: Database;
}

type Announced = z.output<NonNullable<typeof announcePhotos.body>>["photos"][number];
type Item = z.input<NonNullable<typeof announcePhotos.response>>["items"][number];
type Captured = Announced["photo"];

const contentType = "image/jpeg";
const emptyItem = { stored: null, upload: null, failure: null };

/**
 * Describes and reserves photos, ordinary ones in one batch. Photos with a duplicate name, or that changed since they were read,
 * are announced one by one.
 */
export async function announceInBatches(
  context: CallContext,
  license: LicenseRow,
  announced: readonly Announced[],
): Promise<Item[]> {
  const facts = await readFacts(context.db, license, announced);
  const items = new Map<Announced, Item>();
  const batch: Announced[] = [];
  const ids = new Set<string>();
  const names = new Set<string>();
  for (const item of announced) {
    const { id, documentationId, name } = item.photo;
    const stored = facts.stored.get(id);
    const nameOf = JSON.stringify([documentationId, name]);
    const plain = facts.plain(item.photo) && !ids.has(id) && !names.has(nameOf);
    ids.add(id);
    names.add(nameOf);
    if (stored) items.set(item, { id, ...emptyItem, stored });
    else if (plain) batch.push(item);
  }
  for (const [photo, result] of await announceBatch(context, license, batch)) items.set(photo, result);
  for (const item of announced)
    if (!items.has(item)) items.set(item, await announceOne(context, license, item));
  return announced.map((item) => items.get(item)!);
}

/** Reads the stored state of a call's photos and of their documentations and tasks. */
async function readFacts(db: Database, { id: licenseId, customerId }: LicenseRow, all: readonly Announced[]) {
  const photos = all.map((item) => item.photo);
  const documentations = idListParam([...new Set(photos.map(({ documentationId }) => documentationId))]);
  const ids = idListParam(photos.map(({ id }) => id));
  const [rows, open, tasks, removed, otherNames] = await db.batch([
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
    open.filter((row) => row.licenseId === null || row.licenseId === licenseId).map((row) => [row.id, row]),
  );
  const existingPhotos = new Map(rows.map((row) => [row.id, row]));
  const taskOf = new Map(tasks.map((row) => [row.id, row]));
  const deletedIds = new Set(removed.map(({ id }) => id));
  const usedNames = new Set(otherNames.map((row) => JSON.stringify([row.documentationId, row.name])));
  return {
    stored: new Map(
      rows
        .filter(
          (row) => row.customerId === customerId && row.hasData && ownDocumentations.has(row.documentationId),
        )
        .map(({ id, hasData, dataSize, sha256 }) => [id, { id, hasData, dataSize, sha256 }]),
    ),
    /** Whether a photo is new or still without bytes, and can be announced in the batch. */
    plain({ id, documentationId, documentationTaskId, name }: Captured): boolean {
      const row = existingPhotos.get(id);
      const home = ownDocumentations.get(documentationId);
      const task = documentationTaskId === null ? undefined : taskOf.get(documentationTaskId);
      if (!home || !acceptsDeviceUploads(home.status) || deletedIds.has(id)) return false;
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
  { env, db }: CallContext,
  { id: licenseId, customerId }: LicenseRow,
  batch: readonly Announced[],
): Promise<Map<Announced, Item>> {
  if (batch.length === 0) return new Map();
  const at = now();
  const rows = batch.map(({ photo: { dateCreated, ...one } }) => ({
    ...one,
    dateCreated: dateCreated ?? at,
    dateFromDevice: dateCreated !== null,
  }));
  const [ids, chunks] = [idListParam(rows.map(({ id }) => id)), jsonChunks(rows)];
  // Names are compared for all photos, numbered or not; a photo with a used name is announced individually.
  const untouched = chunks.reduce(
    (all, batchPart) => sql`${all} AND NOT EXISTS (SELECT 1 FROM photo WHERE customer_id = ${customerId}
      AND documentation_id IN (SELECT ${textAsId("value ->> 'documentationId'")} FROM json_each(${batchPart}))
      AND (documentation_id, name) IN (SELECT ${textAsId("value ->> 'documentationId'")}, value ->> 'name' FROM json_each(${batchPart})
        WHERE value ->> 'documentationTaskId' IS NOT NULL) AND id NOT IN ${ids})`,
    sql`NOT EXISTS (SELECT 1 FROM photo WHERE id IN ${ids} AND (customer_id <> ${customerId} OR has_data))`,
  );
  const describing = chunks.map((batchPart) =>
    statement(
      db,
      sql`INSERT INTO photo (id, customer_id, documentation_id, documentation_task_id, name, comment, creator, lat, lng, rotation, markup,
          date_created, date_from_device, last_updated)
        SELECT ${textAsId("value ->> 'id'")}, ${customerId}, ${textAsId("value ->> 'documentationId'")}, ${textAsId("value ->> 'documentationTaskId'")}, value ->> 'name',
          value ->> 'comment', value ->> 'creator', value ->> 'lat', value ->> 'lng', value ->> 'rotation',
          nullif(value -> 'markup', 'null'), value ->> 'dateCreated', value ->> 'dateFromDevice', ${at}
        FROM json_each(${batchPart}) WHERE true
        ON CONFLICT (id) DO UPDATE SET documentation_task_id = excluded.documentation_task_id, name = excluded.name,
          comment = excluded.comment, creator = excluded.creator, lat = excluded.lat, lng = excluded.lng, rotation = excluded.rotation,
          markup = excluded.markup, date_created = excluded.date_created, date_from_device = excluded.date_from_device, last_updated = excluded.last_updated`,
    ),
  );
  const announcing: AnnouncedPhoto[] = batch.map(({ photo: { id, documentationId, name }, size, md5 }) => ({
    ...{ targetId: id, documentationId, name, size, md5, contentType },
  }));
  const reserved = await reserveBatch(env, db, { customerId, licenseId }, announcing, {
    condition: untouched,
    photoStatements: describing,
  });
  return new Map(
    batch.flatMap((entry): [Announced, Item][] => {
      const signed = reserved?.get(entry.photo.id);
      return signed ? [[entry, { id: entry.photo.id, ...emptyItem, upload: signed }]] : [];
    }),
  );
}

/** Announces one photo like the single-photo calls. */
async function announceOne(
  { c, env, db }: CallContext,
  license: LicenseRow,
  { photo: captured, size, md5 }: Announced,
): Promise<Item> {
  const { id } = captured;
  try {
    const stored = await describePhoto(db, license, captured);
    if (stored.hasData) return { id, ...emptyItem, stored };
    const announced = { id, size, md5, contentType };
    const signed = await reserve(env, db, await deviceReceiver(db, license, "PHOTO", announced), announced);
    return { id, ...emptyItem, upload: signed };
  } catch (error) {
    return { id, ...emptyItem, failure: itemFailure(error, c) };
  }
}

/** Settles uploads of a licence. Uploads not reached within the time budget are returned without result. */
export async function settlePhotos(
  { c, env, db }: CallContext,
  { id: licenseId, customerId }: LicenseRow,
  uploadIds: readonly string[],
) {
  const rows = await db
    .select({ id: upload.id, targetId: upload.targetId })
    .from(upload)
    .where(
      and(
        eq(unindexed(upload.customerId), customerId),
        eq(unindexed(upload.licenseId), licenseId),
        eq(unindexed(upload.kind), "PHOTO"),
        sql`${upload.id} IN ${idListParam(uploadIds)}`,
      ),
    );
  const targetOf = new Map(rows.map(({ id, targetId }) => [id, targetId]));
  const outcomes = await settleMany(env, db, rows, Date.now() + settleBudgetMs);
  const stored = await db
    .select({ id: photo.id, hasData: photo.hasData, dataSize: photo.dataSize, sha256: photo.sha256 })
    .from(photo)
    .where(and(eq(photo.customerId, customerId), sql`${photo.id} IN ${idListParam([...targetOf.values()])}`));
  const photoOf = new Map(stored.map((row) => [row.id, row]));
  return uploadIds.map((uploadId) => {
    const targetId = targetOf.get(uploadId);
    const outcome = outcomes.get(uploadId);
    try {
      if (targetId === undefined) throw problem("notFound");
      if (!outcome) return { uploadId, stored: null, failure: null };
      if (outcome.state === "FAILED") throw outcome.error;
      assertStored(outcome);
      const row = photoOf.get(targetId);
      if (!row) throw problem("notFound");
      return { uploadId, stored: row, failure: null };
    } catch (error) {
      return { uploadId, stored: null, failure: itemFailure(error, c) };
    }
  });
}
