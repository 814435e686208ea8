import { sql } from "drizzle-orm";
import { canCall } from "#domain/contract/endpoint.ts";
import { addDays, toDayStart, today } from "#domain/core/calendar/days.ts";
import { toMonday } from "#domain/core/calendar/weeks.ts";
import { toIsoSeconds } from "#domain/core/fields.ts";
import { Problem } from "#domain/core/problem.ts";
import { getProgress, type Progress } from "#domain/endpoints/documentation/progress.ts";
import { loadCurrentActor } from "#worker/auth/session/actor.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { number, type RowOf, selectRows, text } from "#worker/db/rows.ts";
import { getCustomerDb } from "#worker/db/shards.ts";
import { statement } from "#worker/db/statement.ts";
import { consoleUrl, type Env } from "#worker/env.ts";
import { createOutboxMail, enqueueMail } from "#worker/mail/mailer.ts";
import { isMailHour } from "#worker/mail/mailHour.ts";
import { createProgressMail } from "#worker/mail/progressMail.ts";
import { readProgress } from "./readProgress.ts";

const maxPerRun = 50;
/** Weeks whose figures are read; the mail compares the last two. */
const weekCount = 4;

const recipientColumns = {
  userId: number("u.id"),
  customerId: number("u.customer_id"),
  email: text("u.email"),
  language: text("u.language"),
  name: text("coalesce(u.full_name, u.username)"),
};
type Recipient = RowOf<typeof recipientColumns>;

/**
 * Mails the figures of the week that has ended to the users who chose to get them, on Monday mornings. Runs in the directory, which has the
 * users; each customer's figures are read from its database. Concurrent runs share the work.
 */
export async function sendWeeklyMails(env: Env, db: Database, runAt: Date): Promise<string> {
  const day = today(runAt);
  if (env.ROOT || day !== toMonday(day) || !isMailHour(runAt)) return "";
  const dueCondition = sql`u.weekly_mail AND u.email IS NOT NULL AND coalesce(u.weekly_mailed_at, '') < ${toDayStart(day)}`;
  const recipients = await selectRows(
    db,
    recipientColumns,
    (columns) =>
      sql`SELECT ${columns} FROM user u WHERE ${dueCondition} ORDER BY u.customer_id, u.id LIMIT ${maxPerRun}`,
  );
  const progressByCustomer = new Map<number, Progress>();
  let mailCount = 0;
  for (const recipient of recipients) {
    const { userId, customerId } = recipient;
    const markMailedStatement = statement(
      db,
      sql`UPDATE user SET weekly_mailed_at = ${toIsoSeconds(runAt)} WHERE id = ${userId}`,
    );
    if (!(await canReadProgress(db, recipient))) {
      await db.batch([markMailedStatement]);
      continue;
    }
    const progress =
      progressByCustomer.get(customerId) ??
      (await readProgress(await getCustomerDb(env, customerId), customerId, weekCount, addDays(day, -1)));
    progressByCustomer.set(customerId, progress);
    const mail = createOutboxMail(
      db,
      recipient.email,
      createProgressMail(
        { language: recipient.language === "sv" ? "sv" : "en", name: recipient.name },
        { progress, url: consoleUrl(env, "/progress"), profileUrl: consoleUrl(env, "/profile") },
      ),
    );
    // Only one of two concurrent runs sends the mail.
    const isDueCondition = sql`EXISTS (SELECT 1 FROM user u WHERE u.id = ${userId} AND ${dueCondition})`;
    if (!(await batchIf(db, isDueCondition, [markMailedStatement, mail.statement]))) continue;
    mailCount += 1;
    await enqueueMail(env, mail.id).catch((error: unknown) =>
      console.error(JSON.stringify({ mail: mail.id, unsent: String(error) })),
    );
  }
  return mailCount > 0 ? `${mailCount} people mailed` : "";
}

/** Whether the user may still see the figures. */
async function canReadProgress(db: Database, { userId, customerId }: Recipient): Promise<boolean> {
  try {
    return canCall(await loadCurrentActor(db, { userId, realUserId: null, customerId }), getProgress);
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
