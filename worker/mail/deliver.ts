import { and, asc, eq, isNull, lt, or, sql } from "drizzle-orm";
import { inSeconds, now } from "../../domain/fields";
import type { Database } from "../db/database";
import { outboxMail } from "../db/schema";
import type { Env } from "../env";
import { dispatch } from "./mailer";

/** Tries before a mail is given up; with the delays of the queue and the sweeper they take about an hour. */
const mostAttempts = 8;
/** Seconds for which a consumer holds a mail. */
const lease = 60;

/**
 * Sends a mail of the outbox once. A message may be delivered twice, even at once: a lease lets one consumer send. Only a crash between
 * sending and noting it sends a mail again.
 * @throws Error when sending failed and is to be tried again; the last failure is noted instead.
 */
export async function deliverMail(env: Env, db: Database, mailId: string): Promise<void> {
  const [mail] = await db
    .update(outboxMail)
    .set({ leasedUntil: inSeconds(lease), attempts: sql`${outboxMail.attempts} + 1` })
    .where(
      and(
        eq(outboxMail.id, mailId),
        eq(outboxMail.state, "PENDING"),
        or(isNull(outboxMail.leasedUntil), lt(outboxMail.leasedUntil, now())),
      ),
    )
    .returning();
  if (!mail) return;
  const settle = (change: Partial<typeof outboxMail.$inferInsert>) =>
    db
      .update(outboxMail)
      .set({ leasedUntil: null, ...change })
      .where(eq(outboxMail.id, mailId));
  // Mails that are done keep no login codes or links.
  const emptied = { text: "", html: "" };
  if (mail.expires && mail.expires <= now()) {
    await settle({ state: "EXPIRED", ...emptied });
    return;
  }
  try {
    await env.EMAIL.send({
      from: env.MAIL_FROM,
      to: mail.recipients,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
    });
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error);
    const last = mail.attempts >= mostAttempts;
    await settle({ lastError, ...(last && { state: "FAILED", ...emptied }) });
    if (last) {
      console.error(JSON.stringify({ mail: mailId, failed: lastError }));
      return;
    }
    throw error;
  }
  await settle({ state: "SENT", sent: now(), lastError: null, ...emptied });
}

/** Sends the message again for mails whose message was lost or given up by the queue. Returns a summary for the log. */
export async function sendWaitingMails(env: Env, db: Database): Promise<string> {
  const waiting = await db
    .select({ id: outboxMail.id })
    .from(outboxMail)
    .where(and(eq(outboxMail.state, "PENDING"), lt(outboxMail.dateCreated, inSeconds(-120))))
    .orderBy(asc(outboxMail.dateCreated))
    .limit(100);
  for (const { id } of waiting) await dispatch(env, id);
  return waiting.length > 0 ? `${waiting.length} mails sent again` : "";
}
