import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type FieldError, problem } from "#domain/core/problem.ts";
import { findTasksWithoutGroup, isMergeable } from "#domain/documentation/merge.ts";
import { sortInReadingOrder } from "#domain/task/taskTree.ts";
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

const throwInvalid = (field: "documentations" | "tasks" | "photos", error: FieldError): never => {
  throw problem("invalid", { fields: { [field]: error } });
};

/**
 * Reads the originals of a merge.
 * @throws invalid, naming the field, for rows that are missing or belong to another customer, documentations that are in the field or of
 * several templates, a task without its group, and a photo without its task or its bytes
 */
export async function readOriginals(db: Database, request: MergeRequest): Promise<Originals> {
  const documentations = await listOriginalDocumentations(db, request);
  const { customerId } = documentations[0]!;
  const ids = documentations.map(({ id }) => id);
  const documentationOrder = new Map(ids.map((id, index) => [id, index]));
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
  const tasksByDocumentation = Map.groupBy(taskRows, ({ documentationId }) => documentationId);
  const tasks = ids.flatMap((id) => sortInReadingOrder(tasksByDocumentation.get(id) ?? []));
  const taskIds = new Set(tasks.map(({ id }) => id));
  const selectedTasks = new Set(request.tasks);
  if (request.tasks.some((id) => !taskIds.has(id))) throwInvalid("tasks", "notFound");
  if (findTasksWithoutGroup(tasks, selectedTasks).length > 0) throwInvalid("tasks", "invalid");
  const visiblePhotos = photos.filter(
    ({ documentationId, hasData }) => documentationOrder.has(documentationId) && hasData,
  );
  if (visiblePhotos.length < new Set(request.photos).size) throwInvalid("photos", "notFound");
  const isPlaceable = (taskId: string | null) => taskId === null || selectedTasks.has(taskId);
  if (visiblePhotos.some((row) => !isPlaceable(row.documentationTaskId)))
    throwInvalid("photos", "notAllowed");
  const sortByDocumentation = <T extends { documentationId: string }>(rows: T[]) =>
    rows.toSorted(
      (a, b) => documentationOrder.get(a.documentationId)! - documentationOrder.get(b.documentationId)!,
    );
  return {
    documentations,
    tasks,
    selectedTasks,
    photos: sortByDocumentation(visiblePhotos),
    files: sortByDocumentation(files.filter((row) => isPlaceable(row.documentationTaskId))),
  };
}

async function listOriginalDocumentations(db: Database, request: MergeRequest) {
  const ids = [...new Set(request.documentations)];
  const documentationRows = await db.select().from(documentation).where(idInCondition(documentation.id, ids));
  const byId = new Map(documentationRows.map((row) => [row.id, row]));
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  const customerId = request.customerId ?? rows[0]?.customerId;
  const visiblePhotos = rows.filter((row) => row.customerId === customerId && row.status !== "DELETED");
  if (visiblePhotos.length < ids.length) throwInvalid("documentations", "notFound");
  const [first] = visiblePhotos;
  if (visiblePhotos.some(({ status }) => !isMergeable(status))) throwInvalid("documentations", "notAllowed");
  if (visiblePhotos.some(({ templateId }) => templateId !== first!.templateId))
    throwInvalid("documentations", "invalid");
  return visiblePhotos;
}
