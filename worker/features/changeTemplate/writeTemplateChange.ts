import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { RequiredValue } from "#domain/core/documentationTypes.ts";
import { now } from "#domain/core/fields.ts";
import { findApplicableTasks } from "#domain/task/applicability.ts";
import { platformOf } from "#domain/task/preconditions.ts";
import { findStrictestRequirement } from "#domain/task/requirement.ts";
import { isStructure, takesFiles } from "#domain/task/types.ts";
import type { ChangedTask } from "#domain/template/templateChange.ts";
import type { Author } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { idAsText, idListParam, idParam, listParam, textAsId } from "#worker/db/ids.ts";
import { jsonChunks } from "#worker/db/jsonChunks.ts";
import { statement } from "#worker/db/statement.ts";
import type { DocumentationContent } from "./documentationContent.ts";

export interface PhotoChange {
  id: string;
  name: string;
  taskId: string | null;
}

interface TemplateChange {
  /** The setting of the new template. */
  allTasksRequired: RequiredValue;
  content: DocumentationContent;
  tasks: readonly ChangedTask[];
  /** Photos that are renamed or move to another task. */
  photos: readonly PhotoChange[];
  drop: readonly string[];
  author: Author;
  creator: string;
}

/** The columns of a task mapped to the new template; for an unmapped task, only its position. */
function createTaskRow(task: ChangedTask, isEnabled: boolean, allTasksRequired: RequiredValue) {
  const { id, parentId, level, position, name, target } = task;
  const positionColumns = { id, parentId, level, position, name };
  if (!target) return { ...positionColumns, unmapped: 1 };
  return {
    ...positionColumns,
    templateTaskId: target.id,
    key: target.key,
    description: target.description,
    type: target.type,
    options: takesFiles(target.type) ? (target.fileExtensions ?? target.options) : target.options,
    required: findStrictestRequirement(allTasksRequired, target),
    size: target.size,
    params: JSON.stringify(target.params),
    enabled: isEnabled ? 1 : 0,
  };
}

/** The statements that change tasks and photos, with their audit entries. */
export function createContentStatements(db: Database, change: TemplateChange): BatchItem<"sqlite">[] {
  const { content, tasks, photos, drop, author, creator, allTasksRequired } = change;
  const { customerId, id: documentationId } = content.row;
  const timestamp = now();
  const enabledIds = findEnabledTaskIds(change);
  const rows = tasks.map((task) => ({
    ...createTaskRow(task, enabledIds.has(task.id), allTasksRequired),
    added: task.current ? 0 : 1,
  }));
  const documentationCondition = sql`customer_id = ${customerId} AND documentation_id = ${idParam(documentationId)}`;
  // Unary plus leaves the id as the only usable index: SQLite then reads the JSON once, not once per row of the documentation.
  const ownCondition = (table: string) =>
    sql`+${sql.raw(table)}.customer_id = ${customerId} AND +${sql.raw(table)}.documentation_id = ${idParam(documentationId)}`;
  const taskCondition = (ids: readonly string[]) =>
    sql`customer_id = ${customerId} AND task_id IN ${idListParam(ids)}`;
  const mappedTaskIds = tasks.filter(({ target }) => target).map(({ id }) => id);
  const auditEntriesStatement = (objectClass: string, action: string, select: SQL) =>
    statement(
      db,
      sql`INSERT INTO domain_change (date_created, user_id, real_user_id, customer_id, object_class, object_id, action, params)
        SELECT ${timestamp}, ${author.userId}, ${author.realUserId}, ${customerId}, ${objectClass}, s.id, ${action}, ${select}`,
    );
  return [
    ...jsonChunks(rows).flatMap((chunk) => [
      auditEntriesStatement(
        "siteproof.DocumentationTask",
        "UPDATE",
        sql`json_object('name', json_object('before', s.name, 'after', v.value ->> 'name'),
            'templateTaskId', json_object('before', ${idAsText("s.template_task_id")}, 'after', v.value ->> 'templateTaskId'))
          FROM json_each(${chunk}) v JOIN documentation_task s ON s.id = ${textAsId("v.value ->> 'id'")} AND ${ownCondition("s")}
          WHERE s.name <> v.value ->> 'name' OR s.template_task_id IS NOT ${textAsId("v.value ->> 'templateTaskId'")}`,
      ),
      // New tasks first, because existing ones may move into them.
      statement(
        db,
        sql`INSERT INTO documentation_task (id, customer_id, documentation_id, parent_id, template_task_id, name, key, description,
            type, options, required, enabled, position, level, size, params, date_created)
          SELECT ${textAsId("value ->> 'id'")}, ${customerId}, ${idParam(documentationId)}, ${textAsId("value ->> 'parentId'")}, ${textAsId("value ->> 'templateTaskId'")}, value ->> 'name',
            value ->> 'key', value ->> 'description', value ->> 'type', value ->> 'options', value ->> 'required',
            value ->> 'enabled', value ->> 'position', value ->> 'level', value ->> 'size', value ->> 'params', ${timestamp}
          FROM json_each(${chunk}) WHERE value ->> 'added'`,
      ),
    ]),
    ...jsonChunks(rows.filter(({ added }) => !added)).map((chunk) =>
      statement(
        db,
        sql`UPDATE documentation_task SET parent_id = ${textAsId("v.value ->> 'parentId'")}, level = v.value ->> 'level',
            position = v.value ->> 'position', name = v.value ->> 'name', template_task_id = ${textAsId("v.value ->> 'templateTaskId'")},
            key = iif(v.value ->> 'unmapped', documentation_task.key, v.value ->> 'key'), description = iif(v.value ->> 'unmapped', documentation_task.description, v.value ->> 'description'),
            type = iif(v.value ->> 'unmapped', documentation_task.type, v.value ->> 'type'), options = iif(v.value ->> 'unmapped', documentation_task.options, v.value ->> 'options'),
            required = iif(v.value ->> 'unmapped', documentation_task.required, v.value ->> 'required'), size = iif(v.value ->> 'unmapped', documentation_task.size, v.value ->> 'size'),
            params = iif(v.value ->> 'unmapped', documentation_task.params, v.value ->> 'params'), enabled = iif(v.value ->> 'unmapped', documentation_task.enabled, v.value ->> 'enabled'),
            version = version + 1
          FROM json_each(${chunk}) v WHERE documentation_task.id = ${textAsId("v.value ->> 'id'")} AND ${ownCondition("documentation_task")}`,
      ),
    ),
    statement(db, sql`DELETE FROM documentation_precondition WHERE ${taskCondition(mappedTaskIds)}`),
    statement(
      db,
      sql`DELETE FROM documentation_precondition WHERE customer_id = ${customerId}
        AND task_id IN (SELECT id FROM documentation_task WHERE ${documentationCondition})
        AND params ->> 'task' IN ${listParam(drop)}`,
    ),
    ...jsonChunks(mapPreconditions(tasks)).map((chunk) =>
      statement(
        db,
        sql`INSERT INTO documentation_precondition (id, customer_id, task_id, type, params, date_created)
          SELECT ${textAsId("value ->> 'id'")}, ${customerId}, ${textAsId("value ->> 'taskId'")}, value ->> 'type', value -> 'params', ${timestamp} FROM json_each(${chunk})`,
      ),
    ),
    statement(db, sql`DELETE FROM documentation_task_reference_photo WHERE ${taskCondition(mappedTaskIds)}`),
    statement(
      db,
      sql`INSERT INTO documentation_task_reference_photo (customer_id, task_id, reference_photo_id)
        SELECT r.customer_id, t.id, r.reference_photo_id FROM documentation_task t
          JOIN template_task_reference_photo r ON r.customer_id = t.customer_id AND r.template_task_id = t.template_task_id
        WHERE t.${documentationCondition} AND t.id IN ${idListParam(mappedTaskIds)}`,
    ),
    ...jsonChunks(
      tasks.flatMap(({ id, current: currentTask }) =>
        currentTask ? [] : { id: crypto.randomUUID(), taskId: id },
      ),
    ).map((chunk) =>
      statement(
        db,
        sql`INSERT INTO task_event (id, customer_id, task_id, type, creator, date_created, date_uploaded)
          SELECT ${textAsId("value ->> 'id'")}, ${customerId}, ${textAsId("value ->> 'taskId'")}, 'CREATED', ${creator}, ${timestamp}, ${timestamp} FROM json_each(${chunk})`,
      ),
    ),
    ...jsonChunks(photos).flatMap((chunk) => [
      auditEntriesStatement(
        "siteproof.Photo",
        "UPDATE",
        sql`json_object('name', json_object('before', s.name, 'after', v.value ->> 'name'),
            'documentationTaskId', json_object('before', ${idAsText("s.documentation_task_id")}, 'after', v.value ->> 'taskId'))
          FROM json_each(${chunk}) v JOIN photo s ON s.id = ${textAsId("v.value ->> 'id'")} AND ${ownCondition("s")} WHERE 1`,
      ),
      statement(
        db,
        sql`UPDATE photo SET name = v.value ->> 'name', documentation_task_id = ${textAsId("v.value ->> 'taskId'")}, last_updated = ${timestamp},
            version = version + 1
          FROM json_each(${chunk}) v WHERE photo.id = ${textAsId("v.value ->> 'id'")} AND ${ownCondition("photo")}`,
      ),
    ]),
    auditEntriesStatement(
      "siteproof.DocumentationTask",
      "DELETE",
      sql`json_object('name', json_object('before', s.name), 'answer', json_object('before', s.answer))
        FROM json_each(${JSON.stringify(drop)}) v JOIN documentation_task s ON s.id = ${textAsId("v.value")} AND ${ownCondition("s")} WHERE 1`,
    ),
    statement(
      db,
      sql`DELETE FROM documentation_task WHERE ${documentationCondition} AND id IN ${idListParam(drop)}`,
    ),
  ];
}

/** The template's preconditions, with the ids of the documentation's tasks. */
function mapPreconditions(tasks: readonly ChangedTask[]) {
  const idByTarget = new Map(tasks.flatMap(({ id, target }) => (target ? [[target.id, id] as const] : [])));
  return tasks.flatMap(({ id, target }) =>
    (target?.preconditions ?? []).flatMap(({ type, params }) => {
      const referencedId = params.task === undefined ? null : idByTarget.get(params.task);
      if (referencedId === undefined) return [];
      const mappedParams = referencedId === null ? params : { ...params, task: referencedId };
      return { id: crypto.randomUUID(), taskId: id, type, params: mappedParams };
    }),
  );
}

/** The ids of the tasks that apply after the change. */
function findEnabledTaskIds({ content, tasks, photos }: TemplateChange): Set<string> {
  const newTaskByPhoto = new Map(photos.map(({ id, taskId }) => [id, taskId]));
  const photoCounts = new Map<string, number>();
  for (const { id, documentationTaskId } of content.photos) {
    const taskId = newTaskByPhoto.has(id) ? newTaskByPhoto.get(id) : documentationTaskId;
    if (taskId) photoCounts.set(taskId, (photoCounts.get(taskId) ?? 0) + 1);
  }
  const preconditions = Map.groupBy(mapPreconditions(tasks), ({ taskId }) => taskId);
  return findApplicableTasks(
    tasks.map(({ id, parentId, target, current: currentTask }) => ({
      ...{
        id,
        parentId,
        type: target?.type ?? currentTask?.type ?? "TEXT",
        options: target?.options ?? null,
      },
      answer: currentTask?.answer ?? null,
      preconditions: preconditions.get(id) ?? [],
    })),
    {
      countPhotos: (id) => photoCounts.get(id) ?? 0,
      platform: platformOf(content.row.appVersion),
    },
  );
}

export const countTasks = (tasks: readonly ChangedTask[]): number =>
  tasks.filter(({ target, current }) => !isStructure((target ?? current)!.type)).length;
