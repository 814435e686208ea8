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
import { findRowInScope, type Scope } from "#worker/db/scope.ts";
import type { TableWith } from "#worker/db/tableWith.ts";
import {
  assertVersion,
  findChangeableDocumentation,
  recordChangeStatements,
  touchStatement,
} from "./changeDocumentation.ts";

/** Tasks, photos and files are parts of a documentation: changing one adds an event to the documentation and changes its exports. */
const tables = { task: documentationTask, photo, file } as const;
export type Part = keyof typeof tables;
export const partClasses = {
  task: "siteproof.DocumentationTask",
  photo: "siteproof.Photo",
  file: "siteproof.File",
} as const satisfies Record<Part, string>;
type Row<P extends Part> = (typeof tables)[P]["$inferSelect"];
/** Drizzle cannot write to a union of tables, so writes use a type with only the columns that all three have. */
type PartTable = TableWith<"customerId" | "id">;

/**
 * A part that may be changed, and its documentation. Checks the id and version of the request's body where it has them.
 * @throws notFound, invalid for another id in the body than in the path, ruleBroken for a deleted documentation, staleVersion
 */
export async function findChangeablePart<P extends Part>(
  db: Database,
  scope: Scope,
  part: P,
  id: string,
  body: { id?: string | undefined; version?: number } = {},
): Promise<{ row: Row<P>; documentation: DocumentationRow }> {
  const row = await findRowInScope(db, scope, tables[part], id);
  const documentation = await findChangeableDocumentation(db, scope, row.documentationId);
  if (body.id !== undefined && body.id !== id) throw problem("invalid", { fields: { id: "readOnly" } });
  if (body.version !== undefined) assertVersion(row, body.version);
  return { row, documentation };
}

/**
 * The task that a new photo or file is for.
 * @throws invalid (field `taskId`) for a task of another documentation, and for one that accepts no such media
 */
export async function findMediaTask(
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
  /** Columns that the user changed: written, and recorded in the audit log. */
  change: Record<string, unknown>;
  /** Columns that the service also writes; not in the audit log. */
  columns?: Record<string, unknown>;
  event: PartEvent;
  extraStatements?: BatchItem<"sqlite">[];
}

/**
 * Changes a part, in one batch with its audit entry, its event and the documentation's `lastUpdated`.
 * @throws staleVersion if the part has changed since it was read
 */
export async function changePart<P extends Part>(
  db: Database,
  actor: Actor,
  part: P,
  row: Row<P>,
  { change, columns = {}, event, extraStatements = [] }: PartChange,
): Promise<void> {
  const table: PartTable = tables[part];
  const isChanged = await batchIf(db, partUnchangedCondition(table, row), [
    db
      .update(table)
      .set({
        ...change,
        ...columns,
        version: row.version + 1,
        // A task has no `lastUpdated`.
        ...(part !== "task" && { lastUpdated: now() }),
      })
      .where(rowCondition(table, row)),
    ...recordChangeStatements(db, {
      ...changeFields(actor, partClasses[part], row),
      action: "UPDATE",
      oldValues: pick<unknown>(row, Object.keys(change)),
      newValues: change,
      event: createTaskEditEvent(event),
    }),
    ...extraStatements,
    touchStatement(db, { customerId: row.customerId, id: row.documentationId }),
  ]);
  if (!isChanged) throw problem("staleVersion");
}

/** Deletes a photo or file in one batch, like `changePart`. @throws staleVersion if it has changed or has been deleted */
export async function deletePart<P extends Exclude<Part, "task">>(
  db: Database,
  actor: Actor,
  part: P,
  row: Row<P>,
  { event, extraStatements = [] }: { event: PartEvent; extraStatements?: BatchItem<"sqlite">[] },
): Promise<void> {
  const table: PartTable = tables[part];
  const { name, documentationId, sha256, dataSize } = row;
  const isDeleted = await batchIf(db, partUnchangedCondition(table, row), [
    db.delete(table).where(rowCondition(table, row)),
    ...recordChangeStatements(db, {
      ...changeFields(actor, partClasses[part], row),
      action: "DELETE",
      oldValues: { name, documentationId, sha256, dataSize },
      newValues: null,
      event: createTaskEditEvent(event),
    }),
    ...(row.hasData
      ? [
          db
            .insert(deletedMediaTombstone)
            .values({
              ...{ customerId: row.customerId, documentationId, targetId: row.id },
              ...{ kind: part === "photo" ? ("PHOTO" as const) : ("FILE" as const) },
              ...{ size: dataSize, isImport: row.imported },
            })
            .onConflictDoNothing(),
        ]
      : []),
    ...extraStatements,
    touchStatement(db, { customerId: row.customerId, id: documentationId }),
  ]);
  if (!isDeleted) throw problem("staleVersion");
}

interface PartRow {
  customerId: number;
  id: string;
  documentationId: string;
  version: number;
}

const rowCondition = (table: PartTable, { customerId, id }: PartRow) =>
  and(eq(table.customerId, customerId), eq(table.id, id));

/** Condition: the part has not changed since it was read, and its documentation has not been deleted. */
const partUnchangedCondition = (
  table: PartTable,
  { customerId, id, documentationId, version }: PartRow,
): SQL =>
  sql`EXISTS (SELECT 1 FROM ${table} p JOIN documentation d ON d.customer_id = p.customer_id AND d.id = p.documentation_id
    WHERE p.customer_id = ${customerId} AND p.id = ${idParam(id)} AND p.documentation_id = ${idParam(documentationId)} AND p.version = ${version} AND d.status <> 'DELETED')`;

const changeFields = (actor: Actor, objectClass: string, { customerId, documentationId, id }: PartRow) => ({
  actor,
  customerId,
  documentationId,
  objectClass,
  objectId: id,
});

const createTaskEditEvent = ({ change, params }: PartEvent) => ({
  type: "TASK_EDIT" as const,
  params: { change, ...params },
});

/** The name of the task that a photo or file belongs to; empty for none. */
export async function findTaskName(
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
