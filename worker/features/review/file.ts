import type { Actor } from "../../../domain/access/actor";
import type { FileRow } from "../../../domain/endpoints/documentation";
import { problem } from "../../../domain/problem";
import type { Database } from "../../db/database";
import { file } from "../../db/schema";
import { findScoped, scopeOf } from "../../db/scope";
import { visibleDocumentation } from "../../documentation/details";
import { withExports } from "../../documentation/exportEvents";
import { changeablePart, changePart, deletePart, taskName } from "../../documentation/parts";
import type { Env } from "../../env";
import { deleteReservationStatements } from "../../ingest/reservations";
import { keyOfFile } from "../../media/keys";
import { markOrphanStatement, removeOrphansQuietly } from "../../media/unowned";

/** A file as the lists show it. @throws notFound, also for an import whose bytes have not arrived */
export async function findFile(db: Database, actor: Actor, id: string): Promise<FileRow> {
  const { documentationId, imported, hasData } = await findScoped(db, scopeOf(actor), file, id);
  await visibleDocumentation(db, scopeOf(actor), documentationId);
  if (imported && !hasData) throw problem("notFound");
  return fileRowOf(db, actor, id);
}

export async function fileRowOf(db: Database, actor: Actor, id: string): Promise<FileRow> {
  const [row] = await withExports(db, [await findScoped(db, scopeOf(actor), file, id)]);
  return row!;
}

/** Renames a file. */
export async function renameFile(
  db: Database,
  actor: Actor,
  id: string,
  given: { id?: string | undefined; name: string; version: number },
): Promise<FileRow> {
  const { row } = await changeablePart(db, scopeOf(actor), "file", id, given);
  const { name } = given;
  if (name !== row.name)
    await changePart(db, actor, "file", row, {
      change: { name },
      event: {
        change: "FILE_EDITED",
        params: { task: await taskName(db, row), file: name, from: row.name, to: name },
      },
    });
  return fileRowOf(db, actor, id);
}

/** Deletes a file with its object. The documentation keeps its status: a completed one is not returned to the field. */
export async function deleteFile(env: Env, db: Database, actor: Actor, id: string): Promise<void> {
  const { row } = await changeablePart(db, scopeOf(actor), "file", id);
  const keys = row.hasData ? [keyOfFile(row)] : [];
  await deletePart(db, actor, "file", row, {
    event: { change: "FILE_DELETED", params: { task: await taskName(db, row), file: row.name } },
    also: [
      ...keys.map((key) => markOrphanStatement(db, key)),
      ...deleteReservationStatements(db, { ...row, kind: "FILE", targetId: id }),
    ],
  });
  await removeOrphansQuietly(env, db, ...keys);
}
