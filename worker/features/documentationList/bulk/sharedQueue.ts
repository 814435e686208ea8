import { sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { now } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam, listParam, newId } from "#worker/db/ids.ts";
import { number, selectRows } from "#worker/db/rows.ts";
import { statement } from "#worker/db/statement.ts";

/** Who is reviewing each of the documentations now, by `seq`. */
export async function readReviewerIds(db: Database, seqs: readonly number[]): Promise<Map<number, number>> {
  const rows = await selectRows(
    db,
    { seq: number("d.seq"), userId: number("r.user_id") },
    (columns) => sql`SELECT ${columns} FROM documentation d
      CROSS JOIN review_claim r ON r.customer_id = d.customer_id AND r.documentation_id = d.id
      WHERE d.seq IN ${listParam(seqs)} AND r.expires_at > ${now()}`,
  );
  return new Map(rows.map(({ seq, userId }) => [seq, userId]));
}

/** One notice about all documentations that a bulk change has assigned to a user; none for the actor, or if there are none. */
export const bulkAssignmentNoticeStatement = (
  db: Database,
  jobId: string,
  actor: Actor,
  { userId, customerId, dueDay }: { userId: number; customerId: number; dueDay: string | null },
) =>
  statement(
    db,
    sql`INSERT INTO notice (id, customer_id, user_id, kind, dedup_key, params, date_created)
      SELECT ${newId}, u.customer_id, u.id, 'ASSIGNED', ${jobId}, json_patch(${JSON.stringify({
        by: actor.username,
        assignee: String(userId),
        ...(dueDay && { day: dueDay }),
      })}, json_object('count', CAST(count(*) AS TEXT))), ${now()}
      FROM bulk_change_row b CROSS JOIN documentation d ON d.seq = b.documentation_seq AND d.assignee_id = ${userId}
      CROSS JOIN user u ON u.id = ${userId} AND u.customer_id = ${customerId} AND u.enabled
      WHERE b.job_id = ${idParam(jobId)} AND u.id <> ${actor.userId} GROUP BY u.id
      ON CONFLICT (user_id, kind, dedup_key) DO NOTHING`,
  );
