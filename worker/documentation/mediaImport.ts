import { and, eq, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { now } from "#domain/core/fields.ts";
import { type FieldError, problem } from "#domain/core/problem.ts";
import { fileExtensions, hasExtension } from "#domain/task/fileExtensions.ts";
import { requesterOf } from "#worker/auth/session/actor.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam } from "#worker/db/ids.ts";
import { file, photo, upload } from "#worker/db/schema/index.ts";
import { type Scope, scopedRow, scopeOf } from "#worker/db/scope.ts";
import { unindexed } from "#worker/db/unindexed.ts";
import type { Env } from "#worker/env.ts";
import type { AppContext } from "#worker/http/context.ts";
import { itemFailure } from "#worker/http/problems.ts";
import { withUniqueName } from "#worker/ingest/photoNames.ts";
import type { MakeTarget, Receiver } from "#worker/ingest/reservations.ts";
import { reserve, storeBytes } from "#worker/ingest/reserve.ts";
import { assertStored, settle, settleBudgetMs, settleMany } from "#worker/ingest/settle.ts";
import { media } from "#worker/ingest/storedMedia.ts";
import { changeableDocumentation } from "./changeDocumentation.ts";
import { visibleDocumentation } from "./details.ts";
import { findTaskFor } from "./documentationParts.ts";

/** Photos and files that staff import (2§5). Unlike a device's, they are accepted by a completed documentation too. */

export type ImportKind = "PHOTO" | "FILE";

interface Import {
  customerId?: number | undefined;
  documentationId: string;
  taskId: string;
  /** Null for the next free name of the task's photos. */
  name: string | null;
  comment?: string | null;
}

interface Calling {
  c: AppContext;
  env: Env;
  db: Database;
  actor: Actor;
}

const refused = (field: string, error: FieldError) => problem("invalid", { fields: { [field]: error } });

/** Stores bytes that came with the call. @throws the fault they were refused for; nothing is stored then */
export async function importBytes(
  env: Env,
  db: Database,
  actor: Actor,
  kind: ImportKind,
  given: Import,
  bytes: Uint8Array,
): Promise<{ customerId: number; id: string }> {
  const receiving = await staffReceiver(db, actor, kind, given);
  assertStored(await storeBytes(env, db, receiving, bytes));
  return receiving.target;
}

/** Reserves a row for bytes that will be written straight to storage, and signs the URL for them. */
export async function prepareImport(
  env: Env,
  db: Database,
  actor: Actor,
  kind: ImportKind,
  { size, md5, ...given }: Import & { size: number; md5: string },
) {
  const receiving = await staffReceiver(db, actor, kind, given);
  const { contentType } = media[kind];
  const { name: _, ...signed } = await reserve(env, db, receiving, { size, md5, contentType });
  return { id: receiving.target.id, ...signed };
}

/**
 * Reserves rows for many files of one task, one after the other: names follow their order.
 * @throws notFound, documentationClosed and the like for the documentation and its task; what is wrong with a file is its own answer
 */
export async function prepareImports(
  { c, env, db, actor }: Calling,
  kind: ImportKind,
  given: Omit<Import, "name" | "comment">,
  items: readonly (Pick<Import, "name" | "comment"> & { size: number; md5: string })[],
) {
  const importer = { scope: scopeOf(actor), creator: actor.username };
  const place = await findImportTarget(db, importer, kind, given);
  const sender = { requester: requesterOf(actor) };
  const { contentType } = media[kind];
  const answers = [];
  for (const { size, md5, ...item } of items)
    try {
      const receiving = { ...receiverAt(db, importer, kind, place, item), sender };
      const { name: _, ...signed } = await reserve(env, db, receiving, { size, md5, contentType });
      answers.push({ prepared: { id: receiving.target.id, ...signed }, failure: null });
    } catch (error) {
      answers.push({ prepared: null, failure: itemFailure(error, c) });
    }
  return answers;
}

/** Checks the bytes of many of one documentation, as `settleImport` does those of one. @throws notFound for the documentation */
export async function settleImports(
  { c, env, db, actor }: Calling,
  kind: ImportKind,
  documentationId: string,
  uploadIds: readonly string[],
) {
  const { customerId } = await visibleDocumentation(db, scopeOf(actor), documentationId);
  const rows = await db
    .select({ id: upload.id, targetId: upload.targetId })
    .from(upload)
    .where(
      and(
        eq(unindexed(upload.customerId), customerId),
        eq(unindexed(upload.documentationId), documentationId),
        eq(unindexed(upload.kind), kind),
        eq(upload.isImport, true),
        sql`${upload.id} IN ${idListParam(uploadIds)}`,
      ),
    );
  const targetOf = new Map(rows.map(({ id, targetId }) => [id, targetId]));
  const settled = await settleMany(env, db, rows, Date.now() + settleBudgetMs);
  return uploadIds.map((uploadId) => {
    const id = targetOf.get(uploadId);
    const outcome = settled.get(uploadId);
    try {
      if (id === undefined) throw problem("notFound");
      if (!outcome) return { uploadId, stored: null, failure: null };
      if (outcome.state === "FAILED") throw outcome.error;
      assertStored(outcome);
      return { uploadId, stored: { id, hasData: true }, failure: null };
    } catch (error) {
      return { uploadId, stored: null, failure: itemFailure(error, c) };
    }
  });
}

/** Checks the bytes that were written. @throws uploadNotArrived while there are none, or the fault they were refused for */
export async function settleImport(
  env: Env,
  db: Database,
  actor: Actor,
  kind: ImportKind,
  uploadId: string,
): Promise<{ id: string; hasData: boolean }> {
  const row = await db
    .select()
    .from(upload)
    .where(and(scopedRow(scopeOf(actor), upload, uploadId), eq(upload.kind, kind), eq(upload.isImport, true)))
    .get();
  if (!row?.documentationId) throw problem("notFound");
  await visibleDocumentation(db, scopeOf(actor), row.documentationId);
  assertStored(await settle(env, db, row.id));
  return { id: row.targetId, hasData: true };
}

/** Who imports: staff, or the holder of a link. */
export interface Importer {
  scope: Scope;
  /** Their name in the row and in the history of the documentation. */
  creator: string;
}

async function staffReceiver(db: Database, actor: Actor, kind: ImportKind, given: Import): Promise<Receiver> {
  const importer = { scope: scopeOf(actor), creator: actor.username };
  const sender = { requester: requesterOf(actor) };
  return { ...(await reserveImport(db, importer, kind, given)), sender };
}

/** The photo or file that will get the bytes. Its row is written together with the reservation. */
export const reserveImport = async (
  db: Database,
  importer: Importer,
  kind: ImportKind,
  given: Import,
  id?: string,
): Promise<Omit<Receiver, "sender">> =>
  receiverAt(db, importer, kind, await findImportTarget(db, importer, kind, given), given, id);

/** Where imports belong, which may still change. */
async function findImportTarget(
  db: Database,
  { scope }: Importer,
  kind: ImportKind,
  given: Omit<Import, "name" | "comment">,
) {
  const { customerId, id: documentationId } = await changeableDocumentation(db, scope, given.documentationId);
  if (given.customerId !== undefined && given.customerId !== customerId)
    throw refused("customerId", "invalid");
  const task = await findTaskFor(db, { customerId, documentationId }, given.taskId, kind);
  return { customerId, documentationId, task };
}

function receiverAt(
  db: Database,
  { creator }: Importer,
  kind: ImportKind,
  { customerId, documentationId, task }: Awaited<ReturnType<typeof findImportTarget>>,
  given: Pick<Import, "name" | "comment">,
  id: string = crypto.randomUUID(),
): Omit<Receiver, "sender"> {
  const row = {
    id,
    customerId,
    documentationId,
    documentationTaskId: task.id,
    creator,
    imported: true,
    dateCreated: now(),
    lastUpdated: now(),
  };
  const target = { id, customerId, documentationId, hasData: false, dataSize: 0, sha256: null };
  if (kind === "PHOTO") {
    const naming = { id, customerId, documentationId, taskName: task.name, wanted: given.name };
    const make: MakeTarget = (waiting) =>
      withUniqueName(db, naming, (name, free) =>
        batchIf(db, free, [
          // No date was given, so the photo's own EXIF date applies where it has one.
          db
            .insert(photo)
            .values({ ...row, name, comment: given.comment?.trim() || null, dateFromDevice: false }),
          ...waiting(name),
        ]),
      );
    return { kind, target: { ...target, name: given.name ?? task.name }, imported: true, make };
  }
  const name = given.name ?? task.name;
  if (!hasExtension(name, fileExtensions(task.options))) throw refused("name", "notAllowed");
  const make: MakeTarget = async (waiting) => {
    await db.batch([db.insert(file).values({ ...row, name }), ...waiting(name)]);
    return name;
  };
  return { kind, target: { ...target, name }, imported: true, make };
}
