import { and, eq, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { now } from "#domain/core/fields.ts";
import { type FieldError, problem } from "#domain/core/problem.ts";
import { hasExtension, parseFileExtensions } from "#domain/task/fileExtensions.ts";
import { requesterOf } from "#worker/auth/session/actor.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam } from "#worker/db/ids.ts";
import { file, photo, upload } from "#worker/db/schema/index.ts";
import { type Scope, scopedRowCondition, scopeOf } from "#worker/db/scope.ts";
import { withoutIndex } from "#worker/db/withoutIndex.ts";
import type { Env } from "#worker/env.ts";
import type { AppContext } from "#worker/http/context.ts";
import { createItemFailure } from "#worker/http/problems.ts";
import { writeUnderUniqueName } from "#worker/ingest/photoNames.ts";
import { writeUnderUniqueFileName } from "#worker/ingest/receivedFileNames.ts";
import type { CreateTarget, Receiver } from "#worker/ingest/reservations.ts";
import { reserveUpload, storeBytes } from "#worker/ingest/reserve.ts";
import { assertStored, settleBudgetMs, settleUpload, settleUploads } from "#worker/ingest/settleUpload.ts";
import { mediaTypes } from "#worker/ingest/storedMedia.ts";
import { findChangeableDocumentation } from "./changeDocumentation.ts";
import { findVisibleDocumentation } from "./details.ts";
import { findMediaTask } from "./documentationParts.ts";

/** Photos and files that staff import (2§5). A completed documentation accepts them too, unlike a device's. */

export type ImportKind = "PHOTO" | "FILE";

interface ImportInput {
  customerId?: number | undefined;
  documentationId: string;
  taskId: string;
  /** Null for the next free name of the task's photos. */
  name: string | null;
  comment?: string | null;
}

interface CallContext {
  c: AppContext;
  env: Env;
  db: Database;
  actor: Actor;
}

const invalidField = (field: string, error: FieldError) => problem("invalid", { fields: { [field]: error } });

/** Stores bytes from the request's body. @throws the problem they were refused for; nothing is stored then */
export async function importBytes(
  env: Env,
  db: Database,
  actor: Actor,
  kind: ImportKind,
  input: ImportInput,
  bytes: Uint8Array,
): Promise<{ customerId: number; id: string }> {
  const receiver = await createStaffReceiver(db, actor, kind, input);
  assertStored(await storeBytes(env, db, receiver, bytes));
  return receiver.target;
}

/** Reserves a row for bytes that the client writes directly to storage, and signs the URL for them. */
export async function prepareImport(
  env: Env,
  db: Database,
  actor: Actor,
  kind: ImportKind,
  { size, md5, ...input }: ImportInput & { size: number; md5: string },
) {
  const receiver = await createStaffReceiver(db, actor, kind, input);
  const { contentType } = mediaTypes[kind];
  const { name: _, ...signed } = await reserveUpload(env, db, receiver, { size, md5, contentType });
  return { id: receiver.target.id, ...signed };
}

/**
 * Reserves rows for many files of one task, one after the other, so that names follow their order. A problem with one file is the
 * `failure` of its item.
 * @throws notFound, ruleBroken or invalid for the documentation or its task
 */
export async function prepareImports(
  { c, env, db, actor }: CallContext,
  kind: ImportKind,
  input: Omit<ImportInput, "name" | "comment">,
  items: readonly (Pick<ImportInput, "name" | "comment"> & { size: number; md5: string })[],
) {
  const importer = { scope: scopeOf(actor), creator: actor.username };
  const target = await findImportTarget(db, importer, kind, input);
  const sender = { requester: requesterOf(actor) };
  const { contentType } = mediaTypes[kind];
  const results = [];
  for (const { size, md5, ...item } of items)
    try {
      const receiver = { ...createReceiver(db, importer, kind, target, item), sender };
      const { name: _, ...signed } = await reserveUpload(env, db, receiver, { size, md5, contentType });
      results.push({ prepared: { id: receiver.target.id, ...signed }, failure: null });
    } catch (error) {
      results.push({ prepared: null, failure: createItemFailure(error, c) });
    }
  return results;
}

/** Settles many imports of one documentation; `settleImport` settles one. @throws notFound for the documentation */
export async function settleImports(
  { c, env, db, actor }: CallContext,
  kind: ImportKind,
  documentationId: string,
  uploadIds: readonly string[],
) {
  const { customerId } = await findVisibleDocumentation(db, scopeOf(actor), documentationId);
  const rows = await db
    .select({ id: upload.id, targetId: upload.targetId })
    .from(upload)
    .where(
      and(
        eq(withoutIndex(upload.customerId), customerId),
        eq(withoutIndex(upload.documentationId), documentationId),
        eq(withoutIndex(upload.kind), kind),
        eq(upload.isImport, true),
        sql`${upload.id} IN ${idListParam(uploadIds)}`,
      ),
    );
  const targetOf = new Map(rows.map(({ id, targetId }) => [id, targetId]));
  const outcomes = await settleUploads(env, db, rows, Date.now() + settleBudgetMs);
  return uploadIds.map((uploadId) => {
    const id = targetOf.get(uploadId);
    const outcome = outcomes.get(uploadId);
    try {
      if (id === undefined) throw problem("notFound");
      if (!outcome) return { uploadId, stored: null, failure: null };
      if (outcome.state === "FAILED") throw outcome.error;
      assertStored(outcome);
      return { uploadId, stored: { id, hasData: true }, failure: null };
    } catch (error) {
      return { uploadId, stored: null, failure: createItemFailure(error, c) };
    }
  });
}

/** Settles an import whose bytes were written to storage. @throws uploadNotArrived if there are none yet, or the problem they were refused for */
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
    .where(
      and(
        scopedRowCondition(scopeOf(actor), upload, uploadId),
        eq(upload.kind, kind),
        eq(upload.isImport, true),
      ),
    )
    .get();
  if (!row?.documentationId) throw problem("notFound");
  await findVisibleDocumentation(db, scopeOf(actor), row.documentationId);
  assertStored(await settleUpload(env, db, row.id));
  return { id: row.targetId, hasData: true };
}

/** Who imports: staff or the holder of a link. */
export interface Importer {
  scope: Scope;
  /** Their name in the row and in the history of the documentation. */
  creator: string;
}

async function createStaffReceiver(
  db: Database,
  actor: Actor,
  kind: ImportKind,
  input: ImportInput,
): Promise<Receiver> {
  const importer = { scope: scopeOf(actor), creator: actor.username };
  const sender = { requester: requesterOf(actor) };
  return { ...(await reserveImport(db, importer, kind, input)), sender };
}

/** The receiver of an import's bytes. Its row is written in one batch with the reservation. */
export const reserveImport = async (
  db: Database,
  importer: Importer,
  kind: ImportKind,
  input: ImportInput,
  id?: string,
): Promise<Omit<Receiver, "sender">> =>
  createReceiver(db, importer, kind, await findImportTarget(db, importer, kind, input), input, id);

/** The documentation and task of an import. @throws notFound, ruleBroken, invalid */
async function findImportTarget(
  db: Database,
  { scope }: Importer,
  kind: ImportKind,
  input: Omit<ImportInput, "name" | "comment">,
) {
  const { customerId, id: documentationId } = await findChangeableDocumentation(
    db,
    scope,
    input.documentationId,
  );
  if (input.customerId !== undefined && input.customerId !== customerId)
    throw invalidField("customerId", "invalid");
  const task = await findMediaTask(db, { customerId, documentationId }, input.taskId, kind);
  return { customerId, documentationId, task };
}

function createReceiver(
  db: Database,
  { creator }: Importer,
  kind: ImportKind,
  { customerId, documentationId, task }: Awaited<ReturnType<typeof findImportTarget>>,
  input: Pick<ImportInput, "name" | "comment">,
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
    const naming = { id, customerId, documentationId, taskName: task.name, preferredName: input.name };
    const createTarget: CreateTarget = (reservationStatements) =>
      writeUnderUniqueName(db, naming, (name, nameFreeCondition) =>
        batchIf(db, nameFreeCondition, [
          // Staff give no date, so the photo's EXIF date applies where it has one.
          db
            .insert(photo)
            .values({ ...row, name, comment: input.comment?.trim() || null, dateFromDevice: false }),
          ...reservationStatements(name),
        ]),
      );
    return { kind, target: { ...target, name: input.name ?? task.name }, isImport: true, createTarget };
  }
  const name = input.name ?? task.name;
  if (!hasExtension(name, parseFileExtensions(task.options))) throw invalidField("name", "notAllowed");
  const createTarget: CreateTarget = (reservationStatements) =>
    writeUnderUniqueFileName(db, target, name, (freeName, nameFreeCondition) =>
      batchIf(db, nameFreeCondition, [
        db.insert(file).values({ ...row, name: freeName }),
        ...reservationStatements(freeName),
      ]),
    );
  return { kind, target: { ...target, name }, isImport: true, createTarget };
}
