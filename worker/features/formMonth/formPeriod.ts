import { sql } from "drizzle-orm";
import { addDays, toDayStart } from "#domain/core/calendar/days.ts";
import type { TaskType } from "#domain/core/documentationTypes.ts";
import { problem } from "#domain/core/problem.ts";
import type { FormMonthColumn, FormMonthData } from "#domain/endpoints/documentation/formMonth.ts";
import type { DocumentationSummary } from "#domain/endpoints/documentation/list.ts";
import { sortInReadingOrder } from "#domain/task/taskTree.ts";
import { isStructure, listTaskTypesWhere, takesMedia } from "#domain/task/types.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam, listParam, textAsId } from "#worker/db/ids.ts";
import { nullable, number, type Projection, selectNumber, selectRows, text, uuid } from "#worker/db/rows.ts";
import { type Group, listMembers, type Page } from "#worker/listQuery/groupMembers.ts";

/** The forms in a table: those of one template, created from `startDate` to `endDate` inclusive, in Swedish time. */
export interface FormPeriod {
  template: string;
  startDate: string;
  endDate: string;
}

/** @throws invalid if the period ends before it begins */
function periodCondition({ template, startDate, endDate }: FormPeriod) {
  if (startDate > endDate)
    throw problem("invalid", { fields: { startDate: "afterEnd", endDate: "beforeStart" } });
  return sql`m.template_id = ${idParam(template)} AND m.date_created >= ${toDayStart(startDate)} AND m.date_created < ${toDayStart(addDays(endDate))}`;
}

export const listForms = (db: Database, group: Group, period: FormPeriod, page: Page) =>
  listMembers(db, group, page, periodCondition(period));

export const countForms = (db: Database, { customerId, name }: Group, period: FormPeriod): Promise<number> =>
  selectNumber(
    db,
    sql`SELECT count(*) FROM documentation_group_member m
      WHERE m.customer_id = ${customerId} AND m.name = ${name} AND ${periodCondition(period)}`,
  );

interface FormTask {
  id: string;
  parentId: string | null;
  name: string;
  type: TaskType;
}

interface AnsweredTask extends FormTask {
  documentationId: string;
  templateTaskId: string | null;
  answer: string | null;
  photos: number;
  files: number;
}

const taskColumns = {
  id: uuid("k.id"),
  parentId: nullable(uuid("k.parent_id")),
  name: text("k.name"),
  type: text<TaskType>("k.type"),
} satisfies Projection<FormTask>;

/** The columns of a template's table: its tasks in reading order. */
export async function listColumns(
  db: Database,
  customerId: number,
  templateId: string,
): Promise<FormMonthColumn[]> {
  const tasks = sortInReadingOrder(
    await selectRows(
      db,
      taskColumns,
      (columns) => sql`SELECT ${columns} FROM template_task k
        WHERE k.customer_id = ${customerId} AND k.template_id = ${idParam(templateId)} ORDER BY k.position, k.id`,
    ),
  );
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return tasks
    .filter(({ type }) => !isStructure(type))
    .map((task) => ({
      id: task.id,
      name: task.name,
      type: task.type,
      path: groupPath(task, byId),
    }));
}

const mediaTypes = listParam(listTaskTypesWhere(takesMedia));
const answeredTaskColumns = {
  ...taskColumns,
  documentationId: uuid("k.documentation_id"),
  templateTaskId: nullable(uuid("k.template_task_id")),
  answer: nullable(text("k.answer")),
  photos: number(sql`CASE WHEN k.type IN ${mediaTypes} THEN (SELECT count(*) FROM photo p
    WHERE p.customer_id = k.customer_id AND p.documentation_task_id = k.id AND p.has_data) ELSE 0 END`),
  files: number(sql`CASE WHEN k.type IN ${mediaTypes} THEN (SELECT count(*) FROM file f
    WHERE f.customer_id = k.customer_id AND f.documentation_task_id = k.id AND f.has_data) ELSE 0 END`),
} satisfies Projection<AnsweredTask>;

function groupPath(task: FormTask, byId: ReadonlyMap<string, FormTask>): string[] {
  const path: string[] = [];
  for (
    let ancestor = task.parentId ? byId.get(task.parentId) : undefined;
    ancestor && path.length < 10;
    ancestor = ancestor.parentId ? byId.get(ancestor.parentId) : undefined
  )
    path.unshift(ancestor.name);
  return path;
}

/**
 * The answers of documentations by column. Tasks that the template no longer has get columns at the end, so that no answer is
 * lost.
 */
export async function listAnswers(
  db: Database,
  documentations: readonly DocumentationSummary[],
  columns: readonly FormMonthColumn[],
): Promise<{ columns: FormMonthColumn[]; rows: FormMonthData["documentations"] }> {
  const ids = JSON.stringify(documentations.map(({ id }) => id));
  const tasks = await selectRows(
    db,
    answeredTaskColumns,
    (columns) => sql`SELECT ${columns}
    FROM json_each(${ids}) x JOIN documentation d ON d.id = ${textAsId("x.value")}
      CROSS JOIN documentation_task k ON k.customer_id = d.customer_id AND k.documentation_id = d.id
    ORDER BY x.key, k.position, k.id`,
  );
  const columnsById = new Map(columns.map((column) => [column.id, column]));
  const columnIdByPath = new Map(columns.toReversed().map((column) => [columnKey(column), column.id]));
  const tasksById = new Map(tasks.map((task) => [task.id, task]));
  const answers = new Map<string, Record<string, string>>();
  for (const task of tasks) {
    const cellText =
      task.photos + task.files > 0 ? String(task.photos + task.files) : (task.answer ?? "").trim();
    if (cellText === "" || isStructure(task.type)) continue;
    const id = findOrAddColumn({ ...task, path: groupPath(task, tasksById) }, columnsById, columnIdByPath);
    const row = answers.get(task.documentationId) ?? {};
    // Two tasks in one column are rare; both answers are shown.
    row[id] = row[id] === undefined ? cellText : `${row[id]}\n${cellText}`;
    answers.set(task.documentationId, row);
  }
  return {
    columns: [...columnsById.values()],
    rows: documentations.map((documentation) => ({
      ...documentation,
      answers: answers.get(documentation.id) ?? {},
    })),
  };
}

function findOrAddColumn(
  { templateTaskId, name, type, path }: AnsweredTask & Pick<FormMonthColumn, "path">,
  columnsById: Map<string, FormMonthColumn>,
  columnIdByPath: Map<string, string>,
): string {
  if (templateTaskId && columnsById.has(templateTaskId)) return templateTaskId;
  const id = columnKey({ type, name, path });
  const matchingColumnId = columnIdByPath.get(id);
  if (matchingColumnId !== undefined) return matchingColumnId;
  columnsById.set(id, { id, name, type, path });
  columnIdByPath.set(id, id);
  return id;
}

/** Tasks with the same name in different groups are different questions. */
const columnKey = ({ type, name, path }: Pick<FormMonthColumn, "type" | "name" | "path">): string =>
  `${type} ${[...path, name].join(" › ")}`;
