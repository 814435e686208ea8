import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type FieldError, problem } from "#domain/core/problem.ts";
import { mergeable, withoutGroup } from "#domain/documentation/merge.ts";
import { inReadingOrder } from "#domain/task/taskTree.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam } from "#worker/db/ids.ts";
import { naturalOrder } from "#worker/db/naturalOrder.ts";
import {
  type DocumentationTaskRow,
  documentation,
  documentationTask,
  file,
  photo,
} from "#worker/db/schema/index.ts";

export interface MergeRequest {
  /** The customer of the documentations; undefined for any, which only super admins may use. */
  customerId: number | undefined;
  name: string;
  documentations: readonly string[];
  tasks: readonly string[];
  photos: readonly string[];
}

/** The current state of everything in a merge. */
export interface Originals {
  documentations: (typeof documentation.$inferSelect)[];
  /** All tasks by documentation, each in reading order. */
  tasks: DocumentationTaskRow[];
  /** Ids of the tasks to merge. */
  selectedTasks: ReadonlySet<string>;
  photos: (typeof photo.$inferSelect)[];
  /** The files of the selected tasks, and those without a task. */
  files: (typeof file.$inferSelect)[];
}

const idInCondition = (column: SQLiteColumn, ids: readonly string[]): SQL =>
  sql`${column} IN ${idListParam(ids)}`;

const refuse = (field: "documentations" | "tasks" | "photos", error: FieldError): never => {
  throw problem("invalid", { fields: { [field]: error } });
};

/**
 * Reads the originals of a merge.
 * @throws invalid, naming the field, for missing or another customer's rows, documentations that are with the field or of several
 * templates, a task without its group, and a photo without its task or its bytes
 */
export async function readOriginals(db: Database, request: MergeRequest): Promise<Originals> {
  const documentations = await listOriginals(db, request);
  const { customerId } = documentations[0]!;
  const ids = documentations.map(({ id }) => id);
  const order = new Map(ids.map((id, index) => [id, index]));
  const [taskRows, photos, files] = await db.batch([
    db
      .select()
      .from(documentationTask)
      .where(
        and(
          eq(documentationTask.customerId, customerId),
          idInCondition(documentationTask.documentationId, ids),
        ),
      )
      .orderBy(asc(documentationTask.position)),
    db
      .select()
      .from(photo)
      .where(and(eq(photo.customerId, customerId), idInCondition(photo.id, request.photos)))
      .orderBy(asc(photo.dateCreated), ...naturalOrder("photo.name"), asc(photo.id)),
    db
      .select()
      .from(file)
      .where(
        and(
          eq(file.customerId, customerId),
          idInCondition(file.documentationId, ids),
          eq(file.hasData, true),
        ),
      )
      .orderBy(asc(file.dateCreated), ...naturalOrder("file.name"), asc(file.id)),
  ]);
  const byDocumentation = Map.groupBy(taskRows, ({ documentationId }) => documentationId);
  const tasks = ids.flatMap((id) => inReadingOrder(byDocumentation.get(id) ?? []));
  const taskIds = new Set(tasks.map(({ id }) => id));
  const selectedTasks = new Set(request.tasks);
  if (request.tasks.some((id) => !taskIds.has(id))) refuse("tasks", "notFound");
  if (withoutGroup(tasks, selectedTasks).length > 0) refuse("tasks", "invalid");
  const visible = photos.filter(({ documentationId, hasData }) => order.has(documentationId) && hasData);
  if (visible.length < new Set(request.photos).size) refuse("photos", "notFound");
  const placed = (taskId: string | null) => taskId === null || selectedTasks.has(taskId);
  if (visible.some((row) => !placed(row.documentationTaskId))) refuse("photos", "notAllowed");
  const byOrder = <T extends { documentationId: string }>(rows: T[]) =>
    rows.toSorted((a, b) => order.get(a.documentationId)! - order.get(b.documentationId)!);
  return {
    documentations,
    tasks,
    selectedTasks,
    photos: byOrder(visible),
    files: byOrder(files.filter((row) => placed(row.documentationTaskId))),
  };
}

async function listOriginals(db: Database, request: MergeRequest) {
  const ids = [...new Set(request.documentations)];
  const found = await db.select().from(documentation).where(idInCondition(documentation.id, ids));
  const byId = new Map(found.map((row) => [row.id, row]));
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  const customerId = request.customerId ?? rows[0]?.customerId;
  const visible = rows.filter((row) => row.customerId === customerId && row.status !== "DELETED");
  if (visible.length < ids.length) refuse("documentations", "notFound");
  const [first] = visible;
  if (visible.some(({ status }) => !mergeable(status))) refuse("documentations", "notAllowed");
  if (visible.some(({ templateId }) => templateId !== first!.templateId)) refuse("documentations", "invalid");
  return visible;
}
