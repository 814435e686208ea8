import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { now } from "#domain/core/fields.ts";
import { truncate } from "#domain/core/text/trim.ts";
import { appliesToTask, maxExpectedAnswerLength } from "#domain/lists/expectedAnswer.ts";
import { takesAnswer } from "#domain/task/types.ts";
import type { Database } from "#worker/db/database.ts";
import { idAsText, idParam, newId } from "#worker/db/ids.ts";
import { json, selectRows, text, uuid } from "#worker/db/rows.ts";
import { statement } from "#worker/db/statement.ts";
import { listTasks } from "#worker/documentation/listTasks.ts";
import { answerValuesOf, findUnlistedPairs } from "#worker/documentation/unlistedAnswers.ts";

/** Maximum number of lists checked, and of answers named in a warning. */
const maxLists = 1000;
const maxNamedAnswers = 10;

interface DocumentationRef {
  customerId: number;
  id: string;
}

/**
 * Compares a documentation's answers with the lists of expected answers, and warns where an answer, or one of its values, is not
 * in the list. The list and its imports say which tasks it applies to (3§3 templateTaskIds, templateTaskNames). Warnings from the
 * device stay unless the list has the answer. Idempotent.
 */
export async function updateWarnings(db: Database, documentation: DocumentationRef): Promise<void> {
  const { customerId } = documentation;
  const lists = await listScopedLists(db, customerId);
  if (lists.length === 0) return;
  const tasks = await listAnsweredTasks(db, documentation);
  const comparisons = lists.flatMap(({ id, name, params }) =>
    tasks
      .filter((task) => appliesToTask(params, task))
      .map((task) => ({ list: id, listName: name, task: task.id, values: answerValuesOf(task) })),
  );
  const unlistedPairs = await findUnlistedPairs(db, customerId, comparisons);
  const statements: BatchItem<"sqlite">[] = [];
  // Several imports of a list may name the same task.
  const pairs = new Map(comparisons.map((pair) => [`${pair.list} ${pair.task}`, pair]));
  for (const [key, { list, listName, task }] of pairs) {
    const pairCondition = sql`customer_id = ${customerId} AND task_id = ${idParam(task)} AND expected_answer_list_name = ${listName}`;
    if (!unlistedPairs.has(key)) {
      statements.push(statement(db, sql`DELETE FROM unexpected_answer_event WHERE ${pairCondition}`));
      continue;
    }
    const expectedAnswers = await summarizeExpectedAnswers(db, customerId, list);
    // A list without answers expects nothing yet.
    if (expectedAnswers === "") continue;
    statements.push(
      statement(
        db,
        sql`INSERT INTO unexpected_answer_event (id, customer_id, task_id, expected_answer_list_name, expected_answer, date_created)
          SELECT ${newId}, ${customerId}, ${idParam(task)}, ${listName}, ${expectedAnswers}, ${now()}
          WHERE NOT EXISTS (SELECT 1 FROM unexpected_answer_event WHERE ${pairCondition})`,
      ),
    );
  }
  const [first, ...rest] = statements;
  if (first) await db.batch([first, ...rest]);
}

const listScopedLists = (db: Database, customerId: number) =>
  selectRows(
    db,
    { id: uuid("l.id"), name: text("l.name"), params: json<Record<string, string>>("c.params") },
    (columns) => sql`SELECT ${columns} FROM (
      SELECT expected_answer_list_id, params FROM expected_answer_import_configuration WHERE customer_id = ${customerId}
        AND (coalesce(params ->> 'templateTaskIds', '') <> '' OR coalesce(params ->> 'templateTaskNames', '') <> '')
      UNION ALL
      SELECT expected_answer_list_id, json_object('templateTaskIds', group_concat(${idAsText("template_task_id")}, ';'))
      FROM expected_answer_list_task WHERE customer_id = ${customerId} GROUP BY expected_answer_list_id) c
      JOIN expected_answer_list l ON l.customer_id = ${customerId} AND l.id = c.expected_answer_list_id
      LIMIT ${maxLists}`,
  );

/** The answered tasks that apply. */
const listAnsweredTasks = async (db: Database, documentation: DocumentationRef) =>
  (await listTasks(db, documentation)).flatMap(({ answer, ...task }) =>
    answer && task.enabled && takesAnswer(task.type) ? { ...task, answer } : [],
  );

/** The first answers of a list, to name in a warning; empty for an empty list. */
async function summarizeExpectedAnswers(db: Database, customerId: number, listId: string): Promise<string> {
  const rows = await selectRows(
    db,
    { answer: text("a.answer") },
    (columns) => sql`SELECT ${columns} FROM expected_answer a
      WHERE a.customer_id = ${customerId} AND a.expected_answer_list_id = ${idParam(listId)}
      ORDER BY a.answer_key, a.answer LIMIT ${maxNamedAnswers + 1}`,
  );
  const answers = rows.slice(0, maxNamedAnswers).map(({ answer }) => answer);
  return truncate(answers.join("; ") + (rows.length > maxNamedAnswers ? "; …" : ""), maxExpectedAnswerLength);
}
