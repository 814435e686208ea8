import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Actor } from "../../../../domain/access/actor";
import type { Database } from "../../../db/database";
import { statement } from "../../../db/statement";
import { type DocumentationRow, type ReviewEvent, traced, updateOf } from "../../../documentation/change";

/** What a change in bulk reads of a documentation. */
export interface Found {
  seq: number;
  id: string;
  customerId: number;
  status: string;
  hidden: number;
  version: number;
  [column: string]: unknown;
}

export interface Changed {
  row: Found;
  change: Partial<Pick<DocumentationRow, "hidden" | "status" | "dateDeleted">>;
  event: ReviewEvent;
}

/**
 * Changes documentations in one batch, each if it is still the version that was read, with its line in the audit log, its event, and
 * what it takes to undo it. What somebody else was quicker with is left to them.
 */
export async function changeRows(
  db: Database,
  actor: Actor,
  jobId: string,
  changes: readonly Changed[],
): Promise<void> {
  if (changes.length === 0) return;
  const statements = changes.flatMap(({ row, change, event }): BatchItem<"sqlite">[] => {
    const { seq, id, customerId, version } = row;
    const before = { status: row.status, hidden: Boolean(row.hidden), dateDeleted: null };
    return [
      updateOf(db, row, change),
      ...traced(db, {
        actor,
        customerId,
        documentationId: id,
        objectClass: "siteproof.Documentation",
        objectId: id,
        action: "UPDATE",
        before: Object.fromEntries(
          Object.keys(change).map((column) => [column, before[column as keyof typeof before]]),
        ),
        after: change,
        event,
      }),
      statement(
        db,
        sql`INSERT OR REPLACE INTO bulk_change_row (job_id, documentation_seq, status, version)
          SELECT ${jobId}, ${seq}, ${row.status}, ${version + 1} WHERE changes() = 1`,
      ),
    ];
  });
  await db.batch(statements as [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]]);
}
