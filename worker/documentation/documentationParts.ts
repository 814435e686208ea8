import { and, eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Actor } from "#domain/access/actor.ts";
import type { TaskEditChange } from "#domain/core/documentationTypes.ts";
import { now } from "#domain/core/fields.ts";
import { pick } from "#domain/core/objects.ts";
import { problem } from "#domain/core/problem.ts";
import { takesFiles, takesPhotos } from "#domain/task/types.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import {
  type DocumentationRow,
  deletedMediaTombstone,
  documentationTask,
  file,
  photo,
} from "#worker/db/schema/index.ts";
import { findScoped, type Scope } from "#worker/db/scope.ts";
import {
  assertVersion,
  changeableDocumentation,
  touchStatement,
  traceStatements,
} from "./changeDocumentation.ts";

/** Tasks, photos and files are parts of a documentation: changing one adds an event to it and changes its exports. */
export const parts = {
  task: { table: documentationTask, objectClass: "siteproof.DocumentationTask" },
  photo: { table: photo, objectClass: "siteproof.Photo" },
  file: { table: file, objectClass: "siteproof.File" },
} as const;
export type Part = keyof typeof parts;
type Row<P extends Part> = (typeof parts)[P]["table"]["$inferSelect"];

/**
 * A part that may be changed, at the given version.
 * @throws notFound, invalid for another id in the body than in the path, ruleBroken for a deleted documentation, staleVersion
 */
export async function changeablePart<P extends Part>(
  db: Database,
  scope: Scope,
  part: P,
  id: string,
  given: { id?: string | undefined; version?: number } = {},
): Promise<{ row: Row<P>; documentation: DocumentationRow }> {
  const row = (await findScoped(db, scope, parts[part].table, id)) as Row<P>;
  const documentation = await changeableDocumentation(db, scope, row.documentationId);
  if (given.id !== undefined && given.id !== id) throw problem("invalid", { fields: { id: "readOnly" } });
  if (given.version !== undefined) assertVersion(row, given.version);
  return { row, documentation };
}

/**
 * The task that is to get a photo or a file, by its `taskId` as the call names it.
 * @throws invalid for a task of another documentation, and for one that takes none of the kind
 */
export async function findTaskFor(
  db: Database,
  { customerId, documentationId }: { customerId: number; documentationId: string },
  taskId: string,
  kind: "PHOTO" | "FILE",
): Promise<Row<"task">> {
  const task = await db
    .select()
    .from(documentationTask)
    .where(
      and(
        eq(documentationTask.customerId, customerId),
        eq(documentationTask.documentationId, documentationId),
        eq(documentationTask.id, taskId),
      ),
    )
    .get();
  if (!task) throw problem("invalid", { fields: { taskId: "notFound" } });
  if (kind === "PHOTO" ? !takesPhotos(task.type) : !takesFiles(task.type))
    throw problem("invalid", { fields: { taskId: "notAllowed" } });
  return task;
}

/** A change of a part as the history shows it. */
export interface PartEvent {
  change: TaskEditChange;
  params: Record<string, string>;
}

interface PartChange {
  /** Fields that the user changed: written, and shown in the audit log. */
  change: Record<string, unknown>;
  /** Columns that the service writes too; the audit log leaves them out. */
  columns?: Record<string, unknown>;
  event: PartEvent;
  also?: BatchItem<"sqlite">[];
}

/**
 * Changes a part, in one batch with its audit line, its event and the documentation's `lastUpdated`.
 * @throws staleVersion when somebody else was quicker
 */
export async function changePart<P extends Part>(
  db: Database,
  actor: Actor,
  part: P,
  before: Row<P>,
  { change, columns = {}, event, also = [] }: PartChange,
): Promise<void> {
  const { table, objectClass } = parts[part];
  // Drizzle cannot update a union of tables. All three have the columns named here, except that a task has no `lastUpdated`.
  const target = table as typeof photo;
  const done = await batchIf(db, partUnchangedCondition(table, before), [
    db
      .update(target)
      .set({
        ...change,
        ...columns,
        version: before.version + 1,
        ...(part !== "task" && { lastUpdated: now() }),
      })
      .where(own(target, before)),
    ...traceStatements(db, {
      ...traceOf(actor, objectClass, before),
      action: "UPDATE",
      before: pick<unknown>(before, Object.keys(change)),
      after: change,
      event: taskEdit(event),
    }),
    ...also,
    touchStatement(db, { customerId: before.customerId, id: before.documentationId }),
  ]);
  if (!done) throw problem("staleVersion");
}

/** Deletes a part in the same way. @throws staleVersion, also when it is gone already */
export async function deletePart<P extends Exclude<Part, "task">>(
  db: Database,
  actor: Actor,
  part: P,
  before: Row<P>,
  { event, also = [] }: { event: PartEvent; also?: BatchItem<"sqlite">[] },
): Promise<void> {
  const { table, objectClass } = parts[part];
  const { name, documentationId, sha256, dataSize } = before;
  const done = await batchIf(db, partUnchangedCondition(table, before), [
    db.delete(table).where(own(table as typeof photo, before)),
    ...traceStatements(db, {
      ...traceOf(actor, objectClass, before),
      action: "DELETE",
      before: { name, documentationId, sha256, dataSize },
      after: null,
      event: taskEdit(event),
    }),
    ...(before.hasData
      ? [
          db
            .insert(deletedMediaTombstone)
            .values({
              ...{ customerId: before.customerId, documentationId, targetId: before.id },
              ...{ kind: part === "photo" ? ("PHOTO" as const) : ("FILE" as const) },
              ...{ size: dataSize, isImport: before.imported },
            })
            .onConflictDoNothing(),
        ]
      : []),
    ...also,
    touchStatement(db, { customerId: before.customerId, id: documentationId }),
  ]);
  if (!done) throw problem("staleVersion");
}

interface Owned {
  customerId: number;
  id: string;
  documentationId: string;
  version: number;
}

const own = (table: typeof photo, { customerId, id }: Owned) =>
  and(eq(table.customerId, customerId), eq(table.id, id));

/** The part has not changed since it was read, nor has its documentation been deleted. */
const partUnchangedCondition = (
  table: (typeof parts)[Part]["table"],
  { customerId, id, documentationId, version }: Owned,
): SQL =>
  sql`EXISTS (SELECT 1 FROM ${table} p JOIN documentation d ON d.customer_id = p.customer_id AND d.id = p.documentation_id
    WHERE p.customer_id = ${customerId} AND p.id = ${idParam(id)} AND p.documentation_id = ${idParam(documentationId)} AND p.version = ${version} AND d.status <> 'DELETED')`;

const traceOf = (actor: Actor, objectClass: string, { customerId, documentationId, id }: Owned) => ({
  actor,
  customerId,
  documentationId,
  objectClass,
  objectId: id,
});

const taskEdit = ({ change, params }: PartEvent) => ({
  type: "TASK_EDIT" as const,
  params: { change, ...params },
});

/** The name of the task that a photo or file belongs to; empty for none. */
export async function taskName(
  db: Database,
  { customerId, documentationTaskId }: { customerId: number; documentationTaskId: string | null },
): Promise<string> {
  if (!documentationTaskId) return "";
  const task = await db
    .select({ name: documentationTask.name })
    .from(documentationTask)
    .where(and(eq(documentationTask.customerId, customerId), eq(documentationTask.id, documentationTaskId)))
    .get();
  return task?.name ?? "";
}
