import type { Actor } from "#domain/access/actor.ts";
import { problem } from "#domain/core/problem.ts";
import type { FileRow } from "#domain/endpoints/documentation/details.ts";
import type { Database } from "#worker/db/database.ts";
import { file } from "#worker/db/schema/index.ts";
import { findRowInScope, scopeOf } from "#worker/db/scope.ts";
import { findVisibleDocumentation } from "#worker/documentation/details.ts";
import {
  changePart,
  deletePart,
  findChangeablePart,
  findTaskName,
} from "#worker/documentation/documentationParts.ts";
import { addExportEvents } from "#worker/documentation/exportEvents.ts";
import type { Env } from "#worker/env.ts";
import { deleteReservationStatements } from "#worker/ingest/reservations.ts";
import { markOrphanStatement, removeOrphansQuietly } from "#worker/media/orphans.ts";
import { toFileObjectKey } from "#worker/media/photoKeys.ts";

/**
 * A file as in the lists.
 * @throws notFound, also for an import whose bytes have not arrived
 */
export async function findFile(db: Database, actor: Actor, id: string): Promise<FileRow> {
  const { documentationId, imported, hasData } = await findRowInScope(db, scopeOf(actor), file, id);
  await findVisibleDocumentation(db, scopeOf(actor), documentationId);
  if (imported && !hasData) throw problem("notFound");
  return findFileRow(db, actor, id);
}

export async function findFileRow(db: Database, actor: Actor, id: string): Promise<FileRow> {
  const [row] = await addExportEvents(db, [await findRowInScope(db, scopeOf(actor), file, id)]);
  return row!;
}

/** Renames a file. */
export async function renameFile(
  db: Database,
  actor: Actor,
  id: string,
  input: { id?: string | undefined; name: string; version: number },
): Promise<FileRow> {
  const { row } = await findChangeablePart(db, scopeOf(actor), "file", id, input);
  const { name } = input;
  if (name !== row.name)
    await changePart(db, actor, "file", row, {
      change: { name },
      event: {
        change: "FILE_EDITED",
        params: { task: await findTaskName(db, row), file: name, from: row.name, to: name },
      },
    });
  return findFileRow(db, actor, id);
}

/** Deletes a file with its object. The documentation keeps its status: a completed one is not returned to the field. */
export async function deleteFile(env: Env, db: Database, actor: Actor, id: string): Promise<void> {
  const { row } = await findChangeablePart(db, scopeOf(actor), "file", id);
  const objectKeys = row.hasData ? [toFileObjectKey(row)] : [];
  await deletePart(db, actor, "file", row, {
    event: { change: "FILE_DELETED", params: { task: await findTaskName(db, row), file: row.name } },
    extraStatements: [
      ...objectKeys.map((key) => markOrphanStatement(db, key)),
      ...deleteReservationStatements(db, { ...row, kind: "FILE", targetId: id }),
    ],
  });
  await removeOrphansQuietly(env, db, ...objectKeys);
}
