import type { BatchItem } from "drizzle-orm/batch";
import { addSeconds } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { type MailAttachment, outboxMail } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { type MailContent, renderHtml, renderText } from "./mailContent.ts";

/** A limit of Cloudflare's send_email, which the local platform does not enforce. */
export const maxMailBytes = 5 * 1024 * 1024;
const maxSubjectLength = 998;

/** Maximum bytes of all attachments of a mail, before base64 adds a third. The remainder of the limit is for the text. */
export const maxAttachmentBytes = 3_500_000;
/** Bytes of a mail reserved for its text. */
const reservedTextBytes = 300_000;

/** Bytes of an attachment in the mail: base64 in lines of 76 characters, and its headers. */
const computeEncodedSize = ({ size, name }: MailAttachment) =>
  Math.ceil(((Math.ceil(size / 3) * 4) / 76) * 78) + 3 * Buffer.byteLength(name) + 300;

export interface QueuedMail {
  id: string;
  /** Belongs in the batch of the change that the mail reports, so that neither exists without the other. */
  statement: BatchItem<"sqlite">;
}

/** Returns true if the attachments fit in one mail together. */
export const fitInMail = (attachments: readonly MailAttachment[]): boolean =>
  attachments.reduce((sum, { size }) => sum + size, 0) <= maxAttachmentBytes &&
  attachments.reduce((sum, attachment) => sum + computeEncodedSize(attachment), 0) <=
    maxMailBytes - reservedTextBytes;

/** Optional parts of a mail. */
interface MailOptions {
  attachments?: readonly MailAttachment[];
  /** The delivery that waits until the mail has been sent. */
  deliveryId?: string | null;
}

/** Cuts a text to `maxLength` characters, with an ellipsis. Never splits a surrogate pair. */
const shortenText = (text: string, maxLength: number): string =>
  text.length <= maxLength
    ? text
    : `${text
        .slice(0, maxLength - 1)
        .toWellFormed()
        .replace(/\ufffd$/, "")}…`;

/**
 * Creates a mail to one recipient, so that no recipient learns of others, as a row of the outbox. It is sent once `enqueueMail` has queued it; if that call fails, the sweeper queues it.
 * @param lifetimeSeconds seconds after which the mail is no longer sent.
 * @throws RangeError for more bytes than a mail may have; callers shorten the mail first.
 */
export function createOutboxMail(
  db: Database,
  recipient: string,
  mail: MailContent,
  lifetimeSeconds?: number,
  { attachments = [], deliveryId = null }: MailOptions = {},
): QueuedMail {
  const [text, html] = [renderText(mail), renderHtml(mail)];
  const size =
    Buffer.byteLength(mail.subject) +
    Buffer.byteLength(text) +
    Buffer.byteLength(html) +
    attachments.reduce((sum, attachment) => sum + computeEncodedSize(attachment), 0);
  if (size > maxMailBytes) throw new RangeError(`a mail has at most ${maxMailBytes} bytes, not ${size}`);
  const id = crypto.randomUUID();
  const row = {
    id,
    recipients: [recipient],
    // A line break in a subject would start another header.
    subject: shortenText(mail.subject.replace(/\p{Cc}+/gu, " "), maxSubjectLength),
    text,
    html,
    attachments: [...attachments],
    deliveryId,
    expiresAt: lifetimeSeconds === undefined ? null : addSeconds(lifetimeSeconds),
  };
  return { id, statement: db.insert(outboxMail).values(row) };
}

export const enqueueMail = (env: Env, mailId: string): Promise<unknown> =>
  env.JOBS.send({ kind: "sendMail", mailId });
