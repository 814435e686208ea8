import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Actor } from "#domain/access/actor.ts";
import { pick } from "#domain/core/objects.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { flag, nullable, number, type Projection, text, uuid } from "#worker/db/rows.ts";
import type { DocumentationRow } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import {
  type ReviewEvent,
  recordChangeStatements,
  statusUndoColumns,
  updateStatement,
} from "#worker/documentation/changeDocumentation.ts";

/** The columns of a documentation that a bulk change reads. */
export type ChangeableRow = Pick<
  DocumentationRow,
  "seq" | "id" | "customerId" | "status" | "hidden" | "assigneeId" | "dueDay" | "version"
>;

export const changeableColumns = {
  seq: number("d.seq"),
  id: uuid("d.id"),
  customerId: number("d.customer_id"),
  status: text<DocumentationRow["status"]>("d.status"),
  hidden: flag("d.hidden"),
  assigneeId: nullable(number("d.assignee_id")),
  dueDay: nullable(text("d.due_day")),
  version: number("d.version"),
} satisfies Projection<ChangeableRow>;

export interface RowChange {
  row: ChangeableRow;
  change: Partial<Pick<DocumentationRow, "hidden" | "status" | "dateDeleted" | "assigneeId" | "dueDay">>;
  event: ReviewEvent;
  undoesStatus?: boolean;
}

/**
 * Changes documentations in one batch, each with its audit entry, its event and a row for undoing it. Skips documentations that
 * have changed since they were read.
 */
export async function changeRows(
  db: Database,
  actor: Actor,
  jobId: string,
  changes: readonly RowChange[],
): Promise<void> {
  const statements = changes.flatMap(({ row, change, event, undoesStatus }): BatchItem<"sqlite">[] => {
    const { seq, id, customerId, version } = row;
    const { assigneeId, dueDay } = row;
    const oldValues = { status: row.status, hidden: row.hidden, dateDeleted: null, assigneeId, dueDay };
    return [
      updateStatement(db, row, { ...change, ...(undoesStatus && statusUndoColumns(row)) }),
      ...recordChangeStatements(db, {
        actor,
        customerId,
        documentationId: id,
        objectClass: "siteproof.Documentation",
        objectId: id,
        action: "UPDATE",
        oldValues: pick<unknown>(oldValues, Object.keys(change)),
        newValues: change,
        event,
      }),
      statement(
        db,
        sql`INSERT OR REPLACE INTO bulk_change_row (job_id, documentation_seq, previous_status, previous_assignee_id, previous_due_day, new_version)
          SELECT ${idParam(jobId)}, ${seq}, ${row.status}, ${assigneeId}, ${dueDay}, ${version + 1} WHERE changes() = 1`,
      ),
    ];
  });
  const [first, ...rest] = statements;
  if (first) await db.batch([first, ...rest]);
}
