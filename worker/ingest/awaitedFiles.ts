import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { awaitsFile } from "#domain/documentation/completion.ts";
import { type ConditionalTask, findApplicableTasks } from "#domain/task/applicability.ts";
import { isEvaluable, platformOf } from "#domain/task/preconditions.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, idParam } from "#worker/db/ids.ts";
import {
  documentation,
  documentationPrecondition,
  documentationTask,
  photo,
} from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { withoutIndex } from "#worker/db/withoutIndex.ts";
import { expectedMediaCondition } from "./storedMedia.ts";

interface DocumentationRef {
  customerId: number;
  id: string;
}

type AwaitedTask = Pick<ConditionalTask, "id" | "type" | "preconditions"> & {
  required: string;
  enabled: boolean;
};

/**
 * Stores which of the tasks that a documentation waits for apply, for the condition in SQL. Other code uses `listTasks`,
 * because answers and photos may change afterwards. Tasks that only devices can evaluate keep the value that the device sent.
 */
export function storeApplicableStatements(
  db: Database,
  { customerId, id }: DocumentationRef,
  tasks: readonly AwaitedTask[],
): BatchItem<"sqlite">[] {
  const awaitedTasks = tasks.filter((task) => awaitsFile(task) && task.preconditions.every(isEvaluable));
  const store = (enabled: boolean) => {
    const ids = awaitedTasks.filter((task) => task.enabled === enabled).map((task) => task.id);
    return statement(
      db,
      sql`UPDATE documentation_task SET enabled = ${Number(enabled)}
        WHERE customer_id = ${customerId} AND documentation_id = ${idParam(id)} AND id IN ${idListParam(ids)}`,
    );
  };
  return awaitedTasks.length === 0 ? [] : [store(true), store(false)];
}

/**
 * Like `storeApplicableStatements`, for a documentation whose completion was requested, as it will be after photos of tasks were added or deleted in the same
 * batch: `photoChanges` has the difference of each task. Empty if the documentation does not wait for files.
 */
export async function refreshApplicableStatements(
  db: Database,
  { customerId, id }: DocumentationRef,
  photoChanges: ReadonlyMap<string, number> = new Map(),
): Promise<BatchItem<"sqlite">[]> {
  const createDocumentationCondition = (table: typeof documentationTask | typeof photo) =>
    and(eq(table.customerId, customerId), eq(table.documentationId, id));
  const awaitingCondition = sql`EXISTS (SELECT 1 FROM documentation d JOIN documentation_task t ON t.customer_id = d.customer_id AND t.documentation_id = d.id
    WHERE d.customer_id = ${customerId} AND d.id = ${idParam(id)} AND d.completion_requested IS NOT NULL AND d.status IN ('ONGOING', 'WAITING_FOR_FILE')
      AND t.type = 'FILE' AND t.required = 'NO_WITH_LATER_UPLOAD')`;
  const tasks = await db
    .select({
      id: documentationTask.id,
      parentId: documentationTask.parentId,
      type: documentationTask.type,
      options: documentationTask.options,
      answer: documentationTask.answer,
      required: documentationTask.required,
      enabled: documentationTask.enabled,
    })
    .from(documentationTask)
    .where(and(createDocumentationCondition(documentationTask), awaitingCondition));
  if (tasks.length === 0) return [];
  const taskIds = tasks.map((task) => task.id);
  const [preconditions, [row]] = await db.batch([
    db
      .select()
      .from(documentationPrecondition)
      .where(
        and(
          eq(documentationPrecondition.customerId, customerId),
          inArray(documentationPrecondition.taskId, sql`${idListParam(taskIds)}`),
        ),
      ),
    db
      .select({ appVersion: documentation.appVersion })
      .from(documentation)
      .where(and(eq(documentation.customerId, customerId), eq(documentation.id, id))),
  ]);
  const preconditionsByTask = Map.groupBy(preconditions, ({ taskId }) => taskId);
  const photoCounts = await countPhotosByTask(db, createDocumentationCondition(photo));
  const conditionalTasks = tasks.map((task) => ({
    ...task,
    preconditions: preconditionsByTask.get(task.id) ?? [],
  }));
  const applicableIds = findApplicableTasks(conditionalTasks, {
    countPhotos: (taskId) => (photoCounts.get(taskId) ?? 0) + (photoChanges.get(taskId) ?? 0),
    platform: platformOf(row?.appVersion ?? null),
  });
  return storeApplicableStatements(
    db,
    { customerId, id },
    conditionalTasks.map((task) => ({ ...task, enabled: applicableIds.has(task.id) })),
  );
}

/** The number of photos per task, including those that have not arrived. */
export async function countPhotosByTask(
  db: Database,
  condition: SQL | undefined,
): Promise<Map<string | null, number>> {
  const countRows = await db
    .select({ taskId: photo.documentationTaskId, count: sql<number>`count(*)` })
    .from(photo)
    .where(and(condition, expectedMediaCondition(photo)))
    // The index by task would scan the whole customer.
    .groupBy(withoutIndex(photo.documentationTaskId));
  return new Map(countRows.map(({ taskId, count }) => [taskId, count]));
}
