import { sql } from "drizzle-orm";
import { now } from "../../domain/fields";
import type { Database } from "../db/database";
import { batchIf } from "../db/guard";
import { rowsOf, text } from "../db/rows";
import { statement } from "../db/statement";
import { consoleUrl, type Env } from "../env";
import { jobFailedLetter } from "../mail/letters";
import { dispatch, post } from "../mail/mailer";

/** What runs by itself, as /quartz names it. */
export interface Scheduled {
  jobGroup: string;
  jobName: string;
}

/** Failures in a row after which super admins are told. */
export const failuresUntilTold = 3;
const mostTold = 100;

/**
 * A statement that notes when something ran and that it failed, so many more times, or did not (0). After a success super admins are told
 * anew.
 */
export const fired = (db: Database, { jobGroup, jobName }: Scheduled, at: string, failures: number) =>
  statement(
    db,
    sql`INSERT INTO scheduled_job_fire (job_group, job_name, fired, failures) VALUES (${jobGroup}, ${jobName}, ${at}, ${failures})
      ON CONFLICT (job_group, job_name) DO UPDATE SET fired = excluded.fired,
        failures = iif(excluded.failures = 0, 0, failures + excluded.failures), told = iif(excluded.failures = 0, NULL, told)`,
  );

/** Mails all super admins, once until it succeeds again, that something has failed too often in a row. Never fails itself. */
export async function tellOfFailures(
  env: Env,
  db: Database,
  { jobGroup, jobName }: Scheduled,
  about: { name: string; message: string },
): Promise<void> {
  const untold = sql`EXISTS (SELECT 1 FROM scheduled_job_fire WHERE job_group = ${jobGroup} AND job_name = ${jobName}
    AND failures >= ${failuresUntilTold} AND told IS NULL)`;
  try {
    const readers = await superAdmins(db);
    const letters = readers.map(({ email, language, name }) =>
      post(
        db,
        [email],
        jobFailedLetter(
          { language: language === "sv" ? "sv" : "en", name },
          { ...about, times: failuresUntilTold, url: consoleUrl(env, "/quartz") },
        ),
      ),
    );
    // Of two runs at once, one sends the mails.
    const first = await batchIf(db, untold, [
      statement(
        db,
        sql`UPDATE scheduled_job_fire SET told = ${now()} WHERE job_group = ${jobGroup} AND job_name = ${jobName}`,
      ),
      ...letters.map((letter) => letter.statement),
    ]);
    // A mail that is not sent now is sent by the sweeper.
    if (first) await Promise.all(letters.map(({ id }) => dispatch(env, id)));
  } catch (error) {
    console.error(JSON.stringify({ scheduled: `${jobGroup}.${jobName}`, untold: String(error) }));
  }
}

const readerColumns = {
  email: text("u.email"),
  language: text("u.language"),
  name: text("coalesce(u.full_name, u.username)"),
};

/** Those who may log in and have an address. */
const superAdmins = (db: Database) =>
  rowsOf(
    db,
    readerColumns,
    (columns) => sql`SELECT ${columns} FROM role r
      JOIN user_role x ON x.role_id = r.id
      JOIN user u ON u.id = x.user_id
    WHERE r.authority = 'ROLE_SUPER_ADMIN' AND u.enabled AND NOT u.account_locked AND NOT u.account_expired AND u.email IS NOT NULL
    LIMIT ${mostTold}`,
  );
