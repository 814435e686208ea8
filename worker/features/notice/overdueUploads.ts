import { sql } from "drizzle-orm";
import { addSeconds, toIsoSeconds } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { overdueUploadNoticesStatement } from "#worker/db/notices.ts";
import type { Env } from "#worker/env.ts";
import { overdueAfterSeconds } from "#worker/listQuery/attention.ts";

/** The period that a run covers, to make up for missed runs. */
const lookBackSeconds = 86_400;

/**
 * Notifies users of overdue photos or files: announced but not uploaded when their signed URL had expired, or missing although
 * the device has reported completion. Refusals are notified when they happen.
 */
export async function notifyOfOverdueUploads(_env: Env, db: Database, runAt: Date): Promise<string> {
  const earliestAt = addSeconds(-lookBackSeconds - overdueAfterSeconds, runAt);
  await db.batch([
    overdueUploadNoticesStatement(
      db,
      sql`SELECT u.customer_id AS customer_id, u.documentation_id AS id, max(u.expires_at) AS since FROM upload u INDEXED BY upload_open
        WHERE u.state = 'RESERVED' AND u.date_created >= ${earliestAt} AND u.expires_at < ${toIsoSeconds(runAt)} AND NOT u.is_import
          AND u.upload_token_id IS NULL GROUP BY u.customer_id, u.documentation_id LIMIT 1000`,
    ),
    overdueUploadNoticesStatement(
      db,
      sql`SELECT d.customer_id AS customer_id, d.id AS id, d.completion_requested AS since
        FROM customer c CROSS JOIN documentation d INDEXED BY documentation_announced
        WHERE d.customer_id = c.id AND d.completion_requested >= ${earliestAt} AND d.completion_requested < ${addSeconds(-overdueAfterSeconds, runAt)}
          AND d.completion_requested IS NOT NULL AND d.status = 'ONGOING' LIMIT 1000`,
    ),
  ]);
  return "";
}
