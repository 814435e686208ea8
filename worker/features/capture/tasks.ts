import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { z } from "zod";
import { now } from "#domain/core/fields.ts";
import type { capturedDocumentation } from "#domain/endpoints/capture/capture.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam, textAsId } from "#worker/db/ids.ts";
import { jsonChunks } from "#worker/db/jsonChunks.ts";
import { statement } from "#worker/db/statement.ts";

type CapturedDocumentation = z.output<typeof capturedDocumentation>;

/**
 * The statements that write tasks, answers, preconditions, events, warnings and reference photos. Tasks that are left out stay
 * unchanged. `savedAt` is the instant of the documentation's own row.
 */
export function createTaskStatements(
  db: Database,
  customerId: number,
  { id, tasks, dateCreated }: CapturedDocumentation,
  savedAt: string,
): BatchItem<"sqlite">[] {
  // Parents first, because a chunk may hold children of tasks in an earlier one.
  const sortedTasks = tasks.toSorted((a, b) => a.level - b.level);
  const preconditions = tasks.flatMap((task) =>
    task.preconditions.map((precondition) => ({
      ...precondition,
      id: precondition.id ?? crypto.randomUUID(),
      taskId: task.id,
    })),
  );
  const events = tasks.flatMap((task) =>
    task.events.map((event) => ({
      ...event,
      id: event.id ?? crypto.randomUUID(),
      taskId: task.id,
      only: task.events.length === 1,
    })),
  );
  return [
    // The id of another documentation's task violates the primary key, so the task is not moved here.
    ...jsonChunks(sortedTasks).map((chunk) =>
      statement(
        db,
        sql`
        INSERT INTO documentation_task (id, customer_id, documentation_id, parent_id, template_task_id, name, key, description,
          type, options, answer, required, enabled, position, level, size, params, date_created)
        SELECT ${textAsId("value ->> 'id'")}, ${customerId}, ${idParam(id)}, ${textAsId("value ->> 'parentId'")}, ${textAsId("value ->> 'templateTaskId'")}, value ->> 'name',
          value ->> 'key', value ->> 'description', value ->> 'type', value ->> 'options', value ->> 'answer',
          value ->> 'required', value ->> 'enabled', value ->> 'position', value ->> 'level', value ->> 'size',
          value -> 'params', coalesce(value ->> 'dateCreated', ${dateCreated})
        FROM json_each(${chunk})
        WHERE NOT EXISTS (SELECT 1 FROM documentation_task t WHERE t.id = ${textAsId("value ->> 'id'")} AND t.customer_id = ${customerId} AND t.documentation_id = ${idParam(id)})`,
      ),
    ),
    ...jsonChunks(sortedTasks).map((chunk) =>
      statement(
        db,
        sql`
        UPDATE documentation_task SET answer = given.value ->> 'answer', enabled = given.value ->> 'enabled',
          params = given.value -> 'params', version = version + 1
        FROM json_each(${chunk}) given
        WHERE documentation_task.id = ${textAsId("given.value ->> 'id'")} AND customer_id = ${customerId} AND documentation_id = ${idParam(id)}
          AND (answer IS NOT given.value ->> 'answer' OR enabled <> given.value ->> 'enabled' OR params <> given.value -> 'params')`,
      ),
    ),
    ...jsonChunks(tasks.map((task) => task.id)).map((chunk) =>
      statement(
        db,
        sql`DELETE FROM documentation_precondition WHERE customer_id = ${customerId} AND ${belongsToTasksCondition(customerId, id, chunk)}`,
      ),
    ),
    ...jsonChunks(preconditions).map((chunk) =>
      statement(
        db,
        sql`
        INSERT INTO documentation_precondition (id, customer_id, task_id, type, params, date_created)
        SELECT ${textAsId("value ->> 'id'")}, ${customerId}, ${textAsId("value ->> 'taskId'")}, value ->> 'type', value -> 'params',
          coalesce(value ->> 'dateCreated', ${savedAt}) FROM json_each(${chunk})`,
      ),
    ),
    ...jsonChunks(events).map((chunk) =>
      statement(
        db,
        sql`
        INSERT INTO task_event (id, customer_id, task_id, type, creator, date_created, date_uploaded)
        SELECT ${textAsId("value ->> 'id'")}, ${customerId}, ${textAsId("value ->> 'taskId'")}, value ->> 'type', value ->> 'creator', value ->> 'dateCreated', ${savedAt}
        FROM json_each(${chunk})
        WHERE NOT EXISTS (SELECT 1 FROM task_event e WHERE e.customer_id = ${customerId} AND e.task_id = ${textAsId("value ->> 'taskId'")}
          AND e.type = value ->> 'type' AND e.date_created = value ->> 'dateCreated')
        AND NOT (value ->> 'only' AND ${isImpliedEventCondition(customerId, id)})`,
      ),
    ),
    ...warningStatements(db, customerId, { id, tasks }),
    ...referencePhotoStatements(db, customerId, { id, tasks }),
  ];
}

/** SQL condition: the event `value` is the one that is derived for tasks without events (worker/documentation/details.ts). */
const isImpliedEventCondition = (customerId: number, id: string): SQL =>
  sql`EXISTS (SELECT 1 FROM documentation d JOIN documentation_task t ON t.customer_id = d.customer_id AND t.documentation_id = d.id
    WHERE d.customer_id = ${customerId} AND d.id = ${idParam(id)} AND t.id = ${textAsId("value ->> 'taskId'")} AND value ->> 'type' = 'CREATED'
      AND value ->> 'creator' = d.creator AND value ->> 'dateCreated' = t.date_created)`;

type CapturedTasks = Pick<CapturedDocumentation, "id" | "tasks">;

/** Replaces the warnings of tasks that are sent with warnings; other tasks keep theirs. */
function warningStatements(
  db: Database,
  customerId: number,
  { id, tasks }: CapturedTasks,
): BatchItem<"sqlite">[] {
  const tasksWithList = tasks.filter((task) => task.unexpectedAnswerEvents !== undefined);
  const warnings = tasksWithList.flatMap(({ id: taskId, unexpectedAnswerEvents = [] }) =>
    unexpectedAnswerEvents.map((event) => ({ ...event, id: event.id ?? crypto.randomUUID(), taskId })),
  );
  return [
    ...jsonChunks(tasksWithList.map((task) => task.id)).map((chunk) =>
      statement(
        db,
        sql`DELETE FROM unexpected_answer_event WHERE customer_id = ${customerId} AND ${belongsToTasksCondition(customerId, id, chunk)}`,
      ),
    ),
    ...jsonChunks(warnings).map((chunk) =>
      statement(
        db,
        sql`
        INSERT INTO unexpected_answer_event (id, customer_id, task_id, expected_answer_list_name, expected_answer, date_created)
        SELECT ${textAsId("value ->> 'id'")}, ${customerId}, ${textAsId("value ->> 'taskId'")}, value ->> 'expectedAnswerListName', value ->> 'expectedAnswer', ${now()}
        FROM json_each(${chunk})`,
      ),
    ),
  ];
}

/**
 * Stores the reference photos a task lists or, if it lists none, those its template has now, because the template may change.
 * Leaves out photos deleted since the device fetched the template.
 */
function referencePhotoStatements(
  db: Database,
  customerId: number,
  { id, tasks }: CapturedTasks,
): BatchItem<"sqlite">[] {
  const tasksWithList = tasks.filter((task) => task.referencePhotos !== undefined);
  const links = tasksWithList.flatMap(({ id: taskId, referencePhotos = [] }) =>
    referencePhotos.map((photoId) => ({ taskId, photoId })),
  );
  const tasksWithoutList = tasks.filter((task) => task.referencePhotos === undefined).map((task) => task.id);
  return [
    ...jsonChunks(tasksWithList.map((task) => task.id)).map((chunk) =>
      statement(
        db,
        sql`DELETE FROM documentation_task_reference_photo WHERE customer_id = ${customerId} AND ${belongsToTasksCondition(customerId, id, chunk)}`,
      ),
    ),
    ...jsonChunks(links).map((chunk) =>
      statement(
        db,
        sql`
        INSERT OR IGNORE INTO documentation_task_reference_photo (customer_id, task_id, reference_photo_id)
        SELECT r.customer_id, ${textAsId("value ->> 'taskId'")}, r.id
        FROM json_each(${chunk}) JOIN reference_photo r ON r.customer_id = ${customerId} AND r.id = ${textAsId("value ->> 'photoId'")} ORDER BY key`,
      ),
    ),
    ...jsonChunks(tasksWithoutList).map((chunk) =>
      statement(
        db,
        sql`
        INSERT OR IGNORE INTO documentation_task_reference_photo (customer_id, task_id, reference_photo_id)
        SELECT t.customer_id, t.id, r.reference_photo_id
        FROM documentation_task t JOIN template_task_reference_photo r ON r.customer_id = t.customer_id AND r.template_task_id = t.template_task_id
        WHERE t.customer_id = ${customerId} AND t.documentation_id = ${idParam(id)} AND t.id IN (SELECT ${textAsId("value")} FROM json_each(${chunk}))`,
      ),
    ),
  ];
}

/** SQL condition: rows of these tasks, if they belong to the documentation. */
const belongsToTasksCondition = (customerId: number, id: string, taskIds: string): SQL =>
  sql`task_id IN (SELECT t.id FROM documentation_task t WHERE t.customer_id = ${customerId} AND t.documentation_id = ${idParam(id)}
    AND t.id IN (SELECT ${textAsId("value")} FROM json_each(${taskIds})))`;

/** SQL condition: no task has both another answer than the one sent and another version than the one fetched. */
export function answersUnchangedCondition(customerId: number, { id, tasks }: CapturedTasks): SQL {
  const versionedTasks = tasks.flatMap(({ id: taskId, version, answer }) =>
    version === undefined ? [] : [{ taskId, version, answer }],
  );
  return jsonChunks(versionedTasks).reduce(
    (condition, chunk) => sql`${condition} AND NOT EXISTS (
      SELECT 1 FROM json_each(${chunk}) g JOIN documentation_task t ON t.id = ${textAsId("g.value ->> 'taskId'")}
      WHERE t.customer_id = ${customerId} AND t.documentation_id = ${idParam(id)}
        AND t.version <> g.value ->> 'version' AND t.answer IS NOT g.value ->> 'answer')`,
    sql`1`,
  );
}

/** SQL condition: all tasks are stored with the answers that were sent. */
export const answersSavedCondition = (customerId: number, { id, tasks }: CapturedTasks): SQL =>
  jsonChunks(tasks.map((task) => ({ taskId: task.id, answer: task.answer }))).reduce(
    (condition, chunk) => sql`${condition} AND NOT EXISTS (
      SELECT 1 FROM json_each(${chunk}) g LEFT JOIN documentation_task t ON t.id = ${textAsId("g.value ->> 'taskId'")}
        AND t.customer_id = ${customerId} AND t.documentation_id = ${idParam(id)}
      WHERE t.id IS NULL OR t.answer IS NOT g.value ->> 'answer')`,
    sql`1`,
  );
