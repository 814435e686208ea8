import { sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { statement } from "#worker/db/statement.ts";
import { consoleUrl, type Env } from "#worker/env.ts";
import { jobFailedLetter } from "#worker/mail/mailTexts.ts";
import { mailSuperAdmins } from "#worker/mail/superAdmins.ts";

/** What runs by itself, as /quartz names it. */
export interface Scheduled {
  jobGroup: string;
  jobName: string;
}

/** Failures in a row after which super admins are told. */
export const failuresBeforeNotice = 3;

/**
 * A statement that notes when something ran and that it failed, so many more times, or did not (0). After a success super admins are told
 * anew.
 */
export const fireStatement = (db: Database, { jobGroup, jobName }: Scheduled, at: string, failures: number) =>
  statement(
    db,
    sql`INSERT INTO scheduled_job_fire (job_group, job_name, fired_at, failure_count) VALUES (${jobGroup}, ${jobName}, ${at}, ${failures})
      ON CONFLICT (job_group, job_name) DO UPDATE SET fired_at = excluded.fired_at,
        failure_count = iif(excluded.failure_count = 0, 0, failure_count + excluded.failure_count), notified_at = iif(excluded.failure_count = 0, NULL, notified_at)`,
  );

/** The row for all jobs of an expression: one is written instead of one for each job that finds nothing to do. */
export const expressionKey = (cron: string): Scheduled => ({ jobGroup: "", jobName: cron });

/** Statements that note that all jobs of an expression ran, and that these succeeded without anything to do. */
export const idleFireStatements = (db: Database, cron: string, idle: readonly Scheduled[], at: string) =>
  [
    fireStatement(db, expressionKey(cron), at, 0),
    statement(
      db,
      sql`UPDATE scheduled_job_fire SET failure_count = 0, notified_at = NULL WHERE failure_count > 0 AND (job_group, job_name) IN
        (SELECT value ->> 'jobGroup', value ->> 'jobName' FROM json_each(${JSON.stringify(idle)}))`,
    ),
  ] as const;

/** Mails all super admins, once until it succeeds again, that something has failed too often in a row. Never fails itself. */
export async function notifyOfFailures(
  env: Env,
  db: Database,
  { jobGroup, jobName }: Scheduled,
  about: { name: string; message: string },
): Promise<void> {
  const untold = sql`EXISTS (SELECT 1 FROM scheduled_job_fire WHERE job_group = ${jobGroup} AND job_name = ${jobName}
    AND failure_count >= ${failuresBeforeNotice} AND notified_at IS NULL)`;
  try {
    const mails = await mailSuperAdmins(db, (reader) =>
      jobFailedLetter(reader, { ...about, times: failuresBeforeNotice, url: consoleUrl(env, "/quartz") }),
    );
    // Of two runs at once, one sends the mails.
    const first = await batchIf(db, untold, [
      statement(
        db,
        sql`UPDATE scheduled_job_fire SET notified_at = ${now()} WHERE job_group = ${jobGroup} AND job_name = ${jobName}`,
      ),
      ...mails.statements,
    ]);
    if (first) await mails.dispatch(env);
  } catch (error) {
    console.error(JSON.stringify({ scheduled: `${jobGroup}.${jobName}`, untold: String(error) }));
  }
}
