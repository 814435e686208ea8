import { sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { statement } from "#worker/db/statement.ts";
import { consoleUrl, type Env } from "#worker/env.ts";
import { createJobFailedMail } from "#worker/mail/mailTexts.ts";
import { mailSuperAdmins } from "#worker/mail/superAdmins.ts";

/** The key of a scheduled job, as on the page /quartz. */
export interface ScheduledJobKey {
  jobGroup: string;
  jobName: string;
}

/** Consecutive failures after which super admins are notified. */
export const failuresBeforeNotice = 3;

/**
 * Statement that records a run at `firedAt`. `failureCount` is added to the count of consecutive failures; 0 means success, which resets the
 * count, so that super admins are notified of later failures again.
 */
export const recordRunStatement = (
  db: Database,
  { jobGroup, jobName }: ScheduledJobKey,
  firedAt: string,
  failureCount: number,
) =>
  statement(
    db,
    sql`INSERT INTO scheduled_job_fire (job_group, job_name, fired_at, failure_count) VALUES (${jobGroup}, ${jobName}, ${firedAt}, ${failureCount})
      ON CONFLICT (job_group, job_name) DO UPDATE SET fired_at = excluded.fired_at,
        failure_count = iif(excluded.failure_count = 0, 0, failure_count + excluded.failure_count), notified_at = iif(excluded.failure_count = 0, NULL, notified_at)`,
  );

/** The key of the row that a cron expression's idle jobs share, so that not every one of them writes a row on each run. */
export const expressionKey = (cron: string): ScheduledJobKey => ({ jobGroup: "", jobName: cron });

/** Statements that record a run of an expression's jobs, and reset the failures of jobs that had nothing to do. */
export const recordIdleRunStatements = (
  db: Database,
  cron: string,
  idleJobs: readonly ScheduledJobKey[],
  firedAt: string,
) =>
  [
    recordRunStatement(db, expressionKey(cron), firedAt, 0),
    statement(
      db,
      sql`UPDATE scheduled_job_fire SET failure_count = 0, notified_at = NULL WHERE failure_count > 0 AND (job_group, job_name) IN
        (SELECT value ->> 'jobGroup', value ->> 'jobName' FROM json_each(${JSON.stringify(idleJobs)}))`,
    ),
  ] as const;

/** Mails all super admins that a job has failed too often in a row, once until it succeeds again. Never throws. */
export async function notifyOfFailures(
  env: Env,
  db: Database,
  { jobGroup, jobName }: ScheduledJobKey,
  failure: { name: string; message: string },
): Promise<void> {
  const dueCondition = sql`EXISTS (SELECT 1 FROM scheduled_job_fire WHERE job_group = ${jobGroup} AND job_name = ${jobName}
    AND failure_count >= ${failuresBeforeNotice} AND notified_at IS NULL)`;
  try {
    const mails = await mailSuperAdmins(db, (reader) =>
      createJobFailedMail(reader, {
        ...failure,
        failureCount: failuresBeforeNotice,
        url: consoleUrl(env, "/quartz"),
      }),
    );
    // One of two concurrent runs sends the mails.
    const isFirst = await batchIf(db, dueCondition, [
      statement(
        db,
        sql`UPDATE scheduled_job_fire SET notified_at = ${now()} WHERE job_group = ${jobGroup} AND job_name = ${jobName}`,
      ),
      ...mails.statements,
    ]);
    if (isFirst) await mails.enqueueMails(env);
  } catch (error) {
    console.error(JSON.stringify({ scheduled: `${jobGroup}.${jobName}`, notificationFailed: String(error) }));
  }
}
