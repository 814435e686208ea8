import type { BatchItem } from "drizzle-orm/batch";
import { inSeconds } from "../../domain/fields";
import type { Database } from "../db/database";
import { outboxMail } from "../db/schema";
import type { Env } from "../env";
import { htmlOf, type Letter, textOf } from "./letterFrame";

/** Limits of Cloudflare's send_email, which the local platform does not enforce. */
export const mostRecipients = 50;
export const mostBytes = 5 * 1024 * 1024;

export interface Posting {
  id: string;
  /** Belongs in the batch of the change that the mail reports, so that neither exists without the other. */
  statement: BatchItem<"sqlite">;
}

/**
 * Makes a mail as a row of the outbox. It is sent once `dispatch` has queued it; if that call fails, the sweeper queues it.
 * @param lifetime seconds after which it is no longer sent.
 * @throws RangeError for more recipients or bytes than a mail may have; callers shorten it before.
 */
export function post(
  db: Database,
  recipients: readonly string[],
  letter: Letter,
  lifetime?: number,
): Posting {
  const [text, html] = [textOf(letter), htmlOf(letter)];
  if (recipients.length === 0 || recipients.length > mostRecipients)
    throw new RangeError(`a mail has 1 to ${mostRecipients} recipients, not ${recipients.length}`);
  const size = Buffer.byteLength(letter.subject) + Buffer.byteLength(text) + Buffer.byteLength(html);
  if (size > mostBytes) throw new RangeError(`a mail has at most ${mostBytes} bytes, not ${size}`);
  const id = crypto.randomUUID();
  const row = {
    id,
    recipients: [...recipients],
    // A line break in a subject would start another header.
    subject: letter.subject.replace(/\p{Cc}+/gu, " "),
    text,
    html,
    expires: lifetime === undefined ? null : inSeconds(lifetime),
  };
  return { id, statement: db.insert(outboxMail).values(row) };
}

export const dispatch = (env: Env, mailId: string): Promise<unknown> =>
  env.JOBS.send({ kind: "sendMail", mailId });
