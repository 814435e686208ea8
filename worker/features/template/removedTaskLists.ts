import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "#worker/db/database.ts";
import { idListParam, idParam } from "#worker/db/ids.ts";
import { statement } from "#worker/db/statement.ts";
import type { TemplateRows } from "./templateRows.ts";

interface TemplateChange {
  id: string;
  customerId: number;
  oldRows: TemplateRows;
  newRows: TemplateRows;
}

/**
 * The lists of expected answers name their tasks themselves, so they are in no backup, and deleting a task deletes the link. These
 * statements save the links of the tasks that a change removes; run them before the rows are deleted.
 */
export const saveRemovedListsStatements = (
  db: Database,
  { id, customerId, oldRows, newRows }: TemplateChange,
): BatchItem<"sqlite">[] =>
  idsWithout(oldRows, newRows).map((ids) =>
    statement(
      db,
      sql`INSERT OR IGNORE INTO removed_task_list (customer_id, template_id, template_task_id, expected_answer_list_id)
        SELECT customer_id, ${idParam(id)}, template_task_id, expected_answer_list_id FROM expected_answer_list_task
        WHERE customer_id = ${customerId} AND template_task_id IN ${ids}`,
    ),
  );

/** Statements that link the tasks that a change brings back with their lists; run them after the rows are inserted. */
export const restoreRemovedListsStatements = (
  db: Database,
  { id, customerId, oldRows, newRows }: TemplateChange,
): BatchItem<"sqlite">[] =>
  idsWithout(newRows, oldRows).flatMap((ids) => {
    const condition = sql`customer_id = ${customerId} AND template_id = ${idParam(id)} AND template_task_id IN ${ids}`;
    return [
      statement(
        db,
        sql`INSERT OR IGNORE INTO expected_answer_list_task (customer_id, template_task_id, expected_answer_list_id)
          SELECT customer_id, template_task_id, expected_answer_list_id FROM removed_task_list WHERE ${condition}`,
      ),
      statement(db, sql`DELETE FROM removed_task_list WHERE ${condition}`),
    ];
  });

/** The ids of tasks that `others` lacks as a parameter, or nothing if there are none. */
function idsWithout(rows: TemplateRows, remainingRows: TemplateRows) {
  const otherIds = new Set(remainingRows.template_task.map(({ id }) => id));
  const ids = rows.template_task.flatMap(({ id }) => (otherIds.has(id) ? [] : [String(id)]));
  return ids.length === 0 ? [] : [idListParam(ids)];
}
