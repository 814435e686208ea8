import { sql } from "drizzle-orm";
import type { DocumentationSummary } from "../../../domain/endpoints/documentationList";
import type { FormMonthColumn, FormMonthData } from "../../../domain/endpoints/formMonth";
import { problem } from "../../../domain/problem";
import { dayAfter, dayStart } from "../../../domain/rules/days";
import { inReadingOrder } from "../../../domain/rules/taskTree";
import { isStructure, takesMedia, typesThat } from "../../../domain/rules/taskTypes";
import type { Database } from "../../db/database";
import { valuesOf } from "../../db/ids";
import { documentationsOf, type Group, type Page } from "../../documentation/group/members";

/** What a table of forms is made of. Days are Swedish ones, both included. */
export interface Period {
  template: string;
  startDate: string;
  endDate: string;
}

/** @throws invalid when the period ends before it begins */
function within({ template, startDate, endDate }: Period) {
  if (startDate > endDate)
    throw problem("invalid", { fields: { startDate: "afterEnd", endDate: "beforeStart" } });
  return sql`m.template_id = ${template} AND m.date_created >= ${dayStart(startDate)} AND m.date_created < ${dayStart(dayAfter(endDate))}`;
}

export const formsOf = (db: Database, group: Group, period: Period, page: Page) =>
  documentationsOf(db, group, page, within(period));

export const countForms = async (
  db: Database,
  { customerId, name }: Group,
  period: Period,
): Promise<number> =>
  (
    await db.get<{ total: number }>(sql`
      SELECT count(*) AS total FROM documentation_group_member m
      WHERE m.customer_id = ${customerId} AND m.name = ${name} AND ${within(period)}`)
  )?.total ?? 0;

interface Task {
  id: string;
  parentId: string | null;
  name: string;
  type: string;
}

interface Answered extends Task {
  documentationId: string;
  templateTaskId: string | null;
  answer: string | null;
  photos: number;
  files: number;
}

/** The columns of a template's table: its tasks in reading order. */
export async function columnsOf(
  db: Database,
  customerId: number,
  templateId: string,
): Promise<FormMonthColumn[]> {
  const tasks = inReadingOrder(
    await db.all<Task>(sql`
      SELECT id, parent_id AS parentId, name, type FROM template_task
      WHERE customer_id = ${customerId} AND template_id = ${templateId} ORDER BY position, id`),
  );
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return tasks
    .filter(({ type }) => !isStructure(type))
    .map((task) => ({
      id: task.id,
      name: task.name,
      type: task.type as FormMonthColumn["type"],
      path: pathOf(task, byId),
    }));
}

function pathOf(task: Task, byId: ReadonlyMap<string, Task>): string[] {
  const path: string[] = [];
  for (
    let at = task.parentId ? byId.get(task.parentId) : undefined;
    at && path.length < 10;
    at = at.parentId ? byId.get(at.parentId) : undefined
  )
    path.unshift(at.name);
  return path;
}

/**
 * The answers of some documentations by column. A task whose place in the template is gone gets a column of its own at the end, so
 * that nothing that was answered is left out.
 */
export async function answersOf(
  db: Database,
  documentations: readonly DocumentationSummary[],
  columns: readonly FormMonthColumn[],
): Promise<{ columns: FormMonthColumn[]; rows: FormMonthData["documentations"] }> {
  const ids = JSON.stringify(documentations.map(({ id }) => id));
  const media = sql`${valuesOf(typesThat(takesMedia))}`;
  const tasks = await db.all<Answered>(sql`
    SELECT k.id, k.parent_id AS parentId, k.documentation_id AS documentationId, k.template_task_id AS templateTaskId, k.name, k.type,
      k.answer,
      CASE WHEN k.type IN ${media} THEN (SELECT count(*) FROM photo p
        WHERE p.customer_id = k.customer_id AND p.documentation_task_id = k.id AND p.has_data) ELSE 0 END AS photos,
      CASE WHEN k.type IN ${media} THEN (SELECT count(*) FROM file f
        WHERE f.customer_id = k.customer_id AND f.documentation_task_id = k.id AND f.has_data) ELSE 0 END AS files
    FROM json_each(${ids}) x JOIN documentation d ON d.id = x.value
      CROSS JOIN documentation_task k ON k.customer_id = d.customer_id AND k.documentation_id = d.id
    ORDER BY x.key, k.position, k.id`);
  const known = new Map(columns.map((column) => [column.id, column]));
  const named = new Map(columns.toReversed().map((column) => [nameKey(column), column.id]));
  const answers = new Map<string, Record<string, string>>();
  for (const task of tasks) {
    const told = task.photos + task.files > 0 ? String(task.photos + task.files) : (task.answer ?? "").trim();
    if (told === "" || isStructure(task.type)) continue;
    const id = columnFor(task, known, named);
    const row = answers.get(task.documentationId) ?? {};
    // Two tasks of one column are rare, and neither hides the other.
    row[id] = row[id] === undefined ? told : `${row[id]}\n${told}`;
    answers.set(task.documentationId, row);
  }
  return {
    columns: [...known.values()],
    rows: documentations.map((one) => ({ ...one, answers: answers.get(one.id) ?? {} })),
  };
}

function columnFor(task: Answered, known: Map<string, FormMonthColumn>, named: Map<string, string>): string {
  if (task.templateTaskId && known.has(task.templateTaskId)) return task.templateTaskId;
  const id = nameKey(task);
  const twin = named.get(id);
  if (twin !== undefined) return twin;
  known.set(id, { id, name: task.name, type: task.type as FormMonthColumn["type"], path: [] });
  named.set(id, id);
  return id;
}

const nameKey = ({ type, name }: { type: string; name: string }): string => `${type} ${name}`;
