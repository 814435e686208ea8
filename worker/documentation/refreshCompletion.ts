import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { awaitsFile } from "#domain/documentation/completion.ts";
import type { DocumentationTask } from "#domain/endpoints/documentation/details.ts";
import { isEvaluable } from "#domain/task/preconditions.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, idParam } from "#worker/db/ids.ts";
import type { DocumentationRow } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { completeWithEventStatements } from "#worker/ingest/completion.ts";
import type { DocumentationRef } from "./details.ts";
import { listTasks } from "./listTasks.ts";

/**
 * Stores which of the tasks that a documentation waits for apply, for the condition in SQL. Everything else judges by `listTasks`,
 * because answers and photos may change afterwards. What only devices can evaluate stays as they sent it.
 */
export function storeApplicableStatements(
  db: Database,
  { customerId, id }: DocumentationRef,
  tasks: readonly DocumentationTask[],
): BatchItem<"sqlite">[] {
  const awaited = tasks.filter((task) => awaitsFile(task) && task.preconditions.every(isEvaluable));
  const store = (enabled: boolean) => {
    const ids = awaited.filter((task) => task.enabled === enabled).map((task) => task.id);
    return statement(
      db,
      sql`UPDATE documentation_task SET enabled = ${Number(enabled)}
        WHERE customer_id = ${customerId} AND documentation_id = ${idParam(id)} AND id IN ${idListParam(ids)}`,
    );
  };
  return awaited.length === 0 ? [] : [store(true), store(false)];
}

/** Completes a documentation if a change has hidden the file task that it waited for. */
export async function refreshCompletion(
  db: Database,
  row: DocumentationRef & Pick<DocumentationRow, "status" | "completionRequested">,
): Promise<void> {
  const { customerId, id, status, completionRequested } = row;
  if (completionRequested === null || (status !== "ONGOING" && status !== "WAITING_FOR_FILE")) return;
  const [first, ...rest] = [
    ...storeApplicableStatements(db, row, await listTasks(db, row)),
    ...completeWithEventStatements(db, customerId, id),
  ];
  if (first) await db.batch([first, ...rest]);
}
