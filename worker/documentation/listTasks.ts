import { and, asc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { problem } from "#domain/core/problem.ts";
import type { DocumentationTask } from "#domain/endpoints/documentation/details.ts";
import { findApplicableTasks } from "#domain/task/applicability.ts";
import { isAboutPhotos, platformOf } from "#domain/task/preconditions.ts";
import { sortInReadingOrder } from "#domain/task/taskTree.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam } from "#worker/db/ids.ts";
import {
  documentation,
  documentationPrecondition,
  documentationTask,
  documentationTaskReferencePhoto,
  photo,
  referencePhoto,
  suggestionList,
  taskEvent,
  templateTask,
  unexpectedAnswerEvent,
} from "#worker/db/schema/index.ts";
import { countPhotosByTask } from "#worker/ingest/awaitedFiles.ts";
import type { DocumentationRef } from "./details.ts";

/** Far above what a device may send, because tasks beyond it would be missing from every export. */
const maxDocumentationTasks = 20_000;

/** The tasks of a documentation in reading order, or one of them; `enabled` says whether a task applies (2§4). */
export async function listTasks(
  db: Database,
  { customerId, id }: DocumentationRef,
  taskId?: string,
): Promise<DocumentationTask[]> {
  const tasks = await findTasks(db, customerId, [id]);
  return taskId === undefined ? tasks : tasks.filter((task) => task.id === taskId);
}

/** The tasks of several documentations, those of each in reading order. @throws tooLarge */
export async function listTasksOfDocumentations(
  db: Database,
  customerId: number,
  ids: readonly string[],
): Promise<DocumentationTask[]> {
  const tasks = await findTasks(db, customerId, ids);
  if (tasks.length === maxDocumentationTasks) throw problem("tooLarge");
  return tasks;
}

async function findTasks(
  db: Database,
  customerId: number,
  documentationIds: readonly string[],
): Promise<DocumentationTask[]> {
  const documentationsCondition = (table: { customerId: SQLiteColumn; documentationId: SQLiteColumn }) =>
    and(
      eq(table.customerId, customerId),
      documentationIds.length === 1
        ? eq(table.documentationId, documentationIds[0])
        : sql`${table.documentationId} IN ${idListParam(documentationIds)}`,
    );
  const taskCondition = documentationsCondition(documentationTask);
  const taskIds = db.select({ id: documentationTask.id }).from(documentationTask).where(taskCondition);
  const [tasks, preconditions, unexpectedAnswers, lists, events, references] = await db.batch([
    db
      .select({
        ...getTableColumns(documentationTask),
        documentationCreator: documentation.creator,
        documentationUploaded: documentation.dateUploaded,
        appVersion: documentation.appVersion,
      })
      .from(documentationTask)
      .innerJoin(
        documentation,
        and(
          eq(documentation.customerId, documentationTask.customerId),
          eq(documentation.id, documentationTask.documentationId),
        ),
      )
      .where(taskCondition)
      .orderBy(asc(documentationTask.position))
      .limit(maxDocumentationTasks),
    db
      .select()
      .from(documentationPrecondition)
      .where(
        and(
          eq(documentationPrecondition.customerId, customerId),
          inArray(documentationPrecondition.taskId, taskIds),
        ),
      ),
    db
      .select()
      .from(unexpectedAnswerEvent)
      .where(
        and(eq(unexpectedAnswerEvent.customerId, customerId), inArray(unexpectedAnswerEvent.taskId, taskIds)),
      ),
    db
      .select({
        taskId: documentationTask.id,
        suggestionListId: templateTask.suggestionListId,
        params: suggestionList.params,
      })
      .from(documentationTask)
      .innerJoin(
        templateTask,
        and(
          eq(templateTask.customerId, documentationTask.customerId),
          eq(templateTask.id, documentationTask.templateTaskId),
        ),
      )
      .innerJoin(
        suggestionList,
        and(
          eq(suggestionList.customerId, templateTask.customerId),
          eq(suggestionList.id, templateTask.suggestionListId),
        ),
      )
      .where(taskCondition),
    db
      .select()
      .from(taskEvent)
      .where(and(eq(taskEvent.customerId, customerId), inArray(taskEvent.taskId, taskIds)))
      .orderBy(asc(taskEvent.dateCreated)),
    db
      .select({
        taskId: documentationTaskReferencePhoto.taskId,
        id: referencePhoto.id,
        name: referencePhoto.name,
      })
      .from(documentationTaskReferencePhoto)
      .innerJoin(
        referencePhoto,
        and(
          eq(referencePhoto.customerId, documentationTaskReferencePhoto.customerId),
          eq(referencePhoto.id, documentationTaskReferencePhoto.referencePhotoId),
        ),
      )
      .where(
        and(
          eq(documentationTaskReferencePhoto.customerId, customerId),
          inArray(documentationTaskReferencePhoto.taskId, taskIds),
        ),
      )
      .orderBy(sql`${documentationTaskReferencePhoto}.rowid`),
  ]);
  const listByTask = new Map(lists.map((list) => [list.taskId, list]));
  const preconditionsByTask = Map.groupBy(preconditions, ({ taskId }) => taskId);
  const eventsByTask = Map.groupBy(events, ({ taskId }) => taskId);
  const referencesByTask = Map.groupBy(references, ({ taskId }) => taskId);
  const unexpectedAnswersByTask = Map.groupBy(unexpectedAnswers, ({ taskId }) => taskId);
  // Photos are counted only where conditions ask for them.
  const photoCountByTask = preconditions.some(isAboutPhotos)
    ? await countPhotosByTask(db, documentationsCondition(photo))
    : new Map<string | null, number>();
  const applicableIds = new Set(
    [...Map.groupBy(tasks, ({ documentationId }) => documentationId).values()].flatMap(
      (documentationTasks) => [
        ...findApplicableTasks(
          documentationTasks.map((task) => ({
            ...task,
            preconditions: preconditionsByTask.get(task.id) ?? [],
          })),
          {
            countPhotos: (id) => photoCountByTask.get(id) ?? 0,
            platform: platformOf(documentationTasks[0]?.appVersion ?? null),
          },
        ),
      ],
    ),
  );
  return sortInReadingOrder(tasks).map(
    ({ documentationCreator, documentationUploaded, appVersion: _, ...task }) => ({
      ...task,
      enabled: applicableIds.has(task.id),
      documentation: task.documentationId,
      // A contact persons task that has no columns uses those of its suggestion list (3§5).
      params: { ...(task.type === "CONTACT_PERSONS" && listByTask.get(task.id)?.params), ...task.params },
      suggestionListId: listByTask.get(task.id)?.suggestionListId ?? null,
      preconditions: (preconditionsByTask.get(task.id) ?? []).map((precondition) => ({
        ...precondition,
        task: precondition.taskId,
      })),
      events: eventsByTask.get(task.id) ?? [
        createImpliedCreatedEvent(task, documentationCreator, documentationUploaded),
      ],
      referencePhotos: referencesByTask.get(task.id) ?? [],
      unexpectedAnswerEvents: unexpectedAnswersByTask.get(task.id) ?? [],
    }),
  );
}

/**
 * The CREATED event of a task without event rows: its creator is the documentation's, its upload date too. Uses the task's id.
 */
const createImpliedCreatedEvent = (
  { id, dateCreated }: { id: string; dateCreated: string },
  creator: string,
  dateUploaded: string | null,
) => ({ id, type: "CREATED" as const, creator, dateCreated, dateUploaded });
