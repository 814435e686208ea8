import { sql } from "drizzle-orm";
import { now, toIsoSeconds } from "#domain/core/fields.ts";
import { Problem } from "#domain/core/problem.ts";
import { loadCurrentActor } from "#worker/auth/session/actor.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { number, type RowOf, selectRows, text } from "#worker/db/rows.ts";
import { statement } from "#worker/db/statement.ts";
import { consoleUrl, type Env } from "#worker/env.ts";
import { createOutboxMail, enqueueMail } from "#worker/mail/mailer.ts";
import { isMailHour } from "#worker/mail/mailHour.ts";
import { createNoticesMail } from "#worker/mail/noticeMail.ts";
import { listUnmailedNotices } from "./readNotices.ts";

const maxPerRun = 100;

const recipientColumns = {
  userId: number("u.id"),
  customerId: number("u.customer_id"),
  email: text("u.email"),
  language: text("u.language"),
  name: text("coalesce(u.full_name, u.username)"),
};
type Recipient = RowOf<typeof recipientColumns>;

/**
 * Mails each user their unread notices that were not mailed before: one mail a day, with notices written before the hour.
 * Concurrent runs share the work.
 */
export async function sendDailyMails(env: Env, db: Database, runAt: Date): Promise<string> {
  if (!isMailHour(runAt)) return "";
  const cutoff = toIsoSeconds(new Date(Math.floor(runAt.getTime() / 3_600_000) * 3_600_000));
  const recipients = await selectRows(
    db,
    recipientColumns,
    (
      columns,
    ) => sql`SELECT ${columns} FROM (SELECT DISTINCT n.user_id AS id FROM notice n INDEXED BY notice_mail
        CROSS JOIN user w ON w.id = n.user_id
        WHERE n.read_at IS NULL AND n.mailed_at IS NULL AND n.date_created < ${cutoff} AND w.daily_mail AND w.email IS NOT NULL LIMIT ${maxPerRun}) p
      CROSS JOIN user u ON u.id = p.id`,
  );
  let mailCount = 0;
  for (const recipient of recipients) if (await mailRecipient(env, db, recipient, cutoff)) mailCount += 1;
  return mailCount > 0 ? `${mailCount} people mailed` : "";
}

/** Returns whether a mail was queued. Notices that the recipient may no longer see are marked as mailed, so that they are never sent. */
async function mailRecipient(env: Env, db: Database, recipient: Recipient, cutoff: string): Promise<boolean> {
  const { userId, customerId, email, name } = recipient;
  const condition = sql`user_id = ${userId} AND read_at IS NULL AND mailed_at IS NULL AND date_created < ${cutoff}`;
  const markMailedStatement = statement(db, sql`UPDATE notice SET mailed_at = ${now()} WHERE ${condition}`);
  const actor = await loadCurrentActor(db, { userId, realUserId: null, customerId }).catch(
    (error: unknown) => {
      if (error instanceof Problem) return null;
      throw error;
    },
  );
  const notices = actor ? await listUnmailedNotices(db, actor, cutoff) : [];
  if (notices.length === 0) {
    await db.batch([markMailedStatement]);
    return false;
  }
  const content = createNoticesMail(
    { language: recipient.language === "sv" ? "sv" : "en", name },
    { notices, url: consoleUrl(env, "/"), profileUrl: consoleUrl(env, "/profile") },
  );
  const mail = createOutboxMail(db, email, content);
  // Only one of two concurrent runs sends the mail.
  const hasUnmailedCondition = sql`EXISTS (SELECT 1 FROM notice WHERE ${condition})`;
  if (!(await batchIf(db, hasUnmailedCondition, [markMailedStatement, mail.statement]))) return false;
  await enqueueMail(env, mail.id).catch((error: unknown) =>
    console.error(JSON.stringify({ mail: mail.id, unsent: String(error) })),
  );
  return true;
}
