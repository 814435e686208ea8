import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Actor } from "#domain/access/actor.ts";
import { now } from "#domain/core/fields.ts";
import { pick } from "#domain/core/objects.ts";
import type { TagSource } from "#domain/documentation/bulkChange.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam, newId } from "#worker/db/ids.ts";
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
> & { tagSource: TagSource | null };

/** The columns, of which `tagSource` is about the tag of the bulk change. */
export const changeableColumns = (tag: string | null) =>
  ({
    seq: number("d.seq"),
    id: uuid("d.id"),
    customerId: number("d.customer_id"),
    status: text<DocumentationRow["status"]>("d.status"),
    hidden: flag("d.hidden"),
    assigneeId: nullable(number("d.assignee_id")),
    dueDay: nullable(text("d.due_day")),
    version: number("d.version"),
    tagSource: nullable(
      text<TagSource>(
        tag === null
          ? sql`NULL`
          : sql`(SELECT t.source FROM documentation_tag t
            WHERE t.documentation_id = d.id AND t.customer_id = d.customer_id AND t.tag = ${tag})`,
      ),
    ),
  }) satisfies Projection<ChangeableRow>;

export interface RowChange {
  row: ChangeableRow;
  change: Partial<Pick<DocumentationRow, "hidden" | "status" | "dateDeleted" | "assigneeId" | "dueDay">>;
  event: ReviewEvent | readonly ReviewEvent[];
  undoesStatus?: boolean;
  tagging?: Tagging;
  /** The bulk change whose open retakes are withdrawn. */
  withdrawnJobId?: string;
}

/** A tag of staff that is added, or removed. */
interface Tagging {
  tag: string;
  isAdded: boolean;
}

export const createTaggingChange = (tagging: Tagging): Omit<RowChange, "row"> => ({
  change: {},
  event: { type: tagging.isAdded ? "TAGGED" : "UNTAGGED", params: { tag: tagging.tag } },
  tagging,
});

/** Takes effect only if the preceding statement of the batch changed a row. */
const taggingStatement = (
  db: Database,
  { customerId, id }: ChangeableRow,
  { tag, isAdded }: Tagging,
): BatchItem<"sqlite"> =>
  statement(
    db,
    isAdded
      ? sql`INSERT INTO documentation_tag (id, customer_id, documentation_id, tag, source)
          SELECT ${newId}, ${customerId}, ${idParam(id)}, ${tag}, 'STAFF' WHERE changes() = 1
          ON CONFLICT (documentation_id, customer_id, tag) DO NOTHING`
      : sql`DELETE FROM documentation_tag WHERE customer_id = ${customerId} AND documentation_id = ${idParam(id)}
          AND tag = ${tag} AND source = 'STAFF' AND changes() = 1`,
  );

/** Takes effect only if the preceding statement of the batch changed a row. */
const withdrawStatement = (
  db: Database,
  actor: Actor,
  { customerId, id }: ChangeableRow,
  jobId: string,
): BatchItem<"sqlite"> =>
  statement(
    db,
    sql`UPDATE retake SET outcome = 'WITHDRAWN', ended_at = ${now()}, ended_by = ${actor.username}
      WHERE customer_id = ${customerId} AND documentation_id = ${idParam(id)} AND bulk_job_id = ${idParam(jobId)}
        AND outcome IS NULL AND changes() = 1`,
  );

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
  const statements = changes.flatMap(
    ({ row, change, event, undoesStatus, tagging, withdrawnJobId }): BatchItem<"sqlite">[] => {
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
          oldValues: {
            ...pick<unknown>(oldValues, Object.keys(change)),
            ...(tagging && { tag: tagging.isAdded ? null : tagging.tag }),
          },
          newValues: { ...change, ...(tagging && { tag: tagging.isAdded ? tagging.tag : null }) },
          event,
        }),
        statement(
          db,
          sql`INSERT OR REPLACE INTO bulk_change_row (job_id, documentation_seq, previous_status, previous_assignee_id, previous_due_day, new_version)
          SELECT ${idParam(jobId)}, ${seq}, ${row.status}, ${assigneeId}, ${dueDay}, ${version + 1} WHERE changes() = 1`,
        ),
        ...(tagging ? [taggingStatement(db, row, tagging)] : []),
        ...(withdrawnJobId === undefined ? [] : [withdrawStatement(db, actor, row, withdrawnJobId)]),
      ];
    },
  );
  const [first, ...rest] = statements;
  if (first) await db.batch([first, ...rest]);
}
