import { and, asc, eq, isNull, lt, or, sql } from "drizzle-orm";
import { addSeconds, now } from "#domain/core/fields.ts";
import type { DeliveryErrorKind } from "#domain/delivery/states.ts";
import type { Database } from "#worker/db/database.ts";
import { delivery, type MailAttachment, outboxMail } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { enqueueMail } from "./mailer.ts";

/** Attempts before a mail is recorded as failed. With the delays of the queue and the sweeper they take about an hour. */
const maxAttempts = 8;
/** Seconds for which a consumer holds a mail. */
const leaseSeconds = 60;

/**
 * Sends a mail of the outbox once. A message may be delivered twice, even concurrently: a lease lets only one consumer send. A mail is
 * sent again only after a crash between sending and recording it.
 * @throws Error when sending failed and is to be retried; after the last attempt the failure is recorded instead.
 */
export async function deliverMail(env: Env, db: Database, mailId: string): Promise<void> {
  const [mail] = await db
    .update(outboxMail)
    .set({ leasedUntil: addSeconds(leaseSeconds), attempts: sql`${outboxMail.attempts} + 1` })
    .where(
      and(
        eq(outboxMail.id, mailId),
        eq(outboxMail.state, "PENDING"),
        or(isNull(outboxMail.leasedUntil), lt(outboxMail.leasedUntil, now())),
      ),
    )
    .returning();
  if (!mail) return;
  const updateMail = (change: Partial<typeof outboxMail.$inferInsert>) =>
    db
      .update(outboxMail)
      .set({ leasedUntil: null, ...change })
      .where(eq(outboxMail.id, mailId));
  // Login codes and links are not kept in finished mails.
  const emptyContent = { text: "", html: "" };
  const failMail = async (lastError: string, errorKind: DeliveryErrorKind) => {
    await updateMail({ lastError, errorKind, state: "FAILED", ...emptyContent });
    console.error(JSON.stringify({ mail: mailId, failed: lastError }));
    await wakeDelivery(env, db, mail.deliveryId);
  };
  const isExpired = mail.expiresAt !== null && mail.expiresAt <= now();
  if (isExpired || (mail.deliveryId && !(await isMailNeeded(db, mail.deliveryId)))) {
    await updateMail({ state: "EXPIRED", ...emptyContent });
    return;
  }
  try {
    const attachments = await loadAttachments(env, mail.attachments);
    await env.EMAIL.send({
      from: env.MAIL_FROM,
      to: mail.recipients,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      ...(attachments.length > 0 && { attachments }),
    });
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error);
    if (error instanceof AttachmentGoneError) return failMail(lastError, "source");
    if (mail.attempts >= maxAttempts) return failMail(lastError, "config");
    await updateMail({ lastError });
    throw error;
  }
  await updateMail({ state: "SENT", sentAt: now(), lastError: null, ...emptyContent });
  await wakeDelivery(env, db, mail.deliveryId);
}

/** True if a delivery still needs its mail: handing over or deleting its documentation cancels the delivery. */
async function isMailNeeded(db: Database, deliveryId: string): Promise<boolean> {
  const row = await db
    .select({ state: delivery.state })
    .from(delivery)
    .where(eq(delivery.id, deliveryId))
    .get();
  return row !== undefined && row.state !== "CANCELLED";
}

/** Lets the delivery that waits for this mail finish immediately. If this fails, a later slice finishes it. */
async function wakeDelivery(env: Env, db: Database, deliveryId: string | null): Promise<void> {
  if (!deliveryId) return;
  try {
    await db
      .update(delivery)
      .set({ nextSliceAt: now() })
      .where(and(eq(delivery.id, deliveryId), eq(delivery.state, "RUNNING"), isNull(delivery.leasedUntil)));
    await env.DELIVERIES.send({ kind: "deliver" });
  } catch (error) {
    console.error(JSON.stringify({ delivery: deliveryId, notWoken: String(error) }));
  }
}

/** A file to attach has been removed or has changed since the mail was written. */
class AttachmentGoneError extends Error {
  override name = "AttachmentGone";
  constructor({ name }: MailAttachment) {
    super(`The attached file ${name} has been removed or has changed since the mail was written.`);
  }
}

/** @throws AttachmentGoneError if any file is missing or has changed: a mail is sent with all its attachments or not at all */
async function loadAttachments(env: Env, attachments: readonly MailAttachment[]): Promise<EmailAttachment[]> {
  const loadedAttachments: EmailAttachment[] = [];
  for (const attachment of attachments) {
    const { key, etag, size, name, type } = attachment;
    const object = await env.STORAGE.get(key, { onlyIf: { etagMatches: etag } });
    if (!object || !("body" in object) || object.size !== size) throw new AttachmentGoneError(attachment);
    loadedAttachments.push({
      disposition: "attachment",
      filename: name,
      type,
      content: await object.arrayBuffer(),
    });
  }
  return loadedAttachments;
}

/** Queues mails again whose message was lost or discarded by the queue. Returns a summary for the log. */
export async function requeuePendingMails(env: Env, db: Database, runAt: Date): Promise<string> {
  const pendingMails = await db
    .select({ id: outboxMail.id })
    .from(outboxMail)
    .where(and(eq(outboxMail.state, "PENDING"), lt(outboxMail.dateCreated, addSeconds(-120, runAt))))
    .orderBy(asc(outboxMail.dateCreated))
    .limit(100);
  for (const { id } of pendingMails) await enqueueMail(env, id);
  return pendingMails.length > 0 ? `${pendingMails.length} mails queued again` : "";
}
