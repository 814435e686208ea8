import type { BatchItem } from "drizzle-orm/batch";
import { inSeconds } from "../../domain/fields";
import type { Database } from "../db/database";
import { outboxMail } from "../db/schema";
import type { Env } from "../env";
import { htmlOf, type Letter, textOf } from "./layout";

/** What Cloudflare's send_email takes; locally nothing enforces it. */
export const mostRecipients = 50;
export const mostBytes = 5 * 1024 * 1024;

export interface Posting {
  id: string;
  /** For the batch of the change that the mail tells of: both are there, or neither. */
  statement: BatchItem<"sqlite">;
}

/**
 * A mail as a row of the outbox. It leaves once `dispatch` has named it to the queue; if that call is lost, the sweeper finds it.
 * @param lifetime seconds after which it is not worth sending.
 * @throws RangeError for more recipients or bytes than a mail may have; callers cut before.
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
    // A line break in a subject would begin another header.
    subject: letter.subject.replace(/\p{Cc}+/gu, " "),
    text,
    html,
    expires: lifetime === undefined ? null : inSeconds(lifetime),
  };
  return { id, statement: db.insert(outboxMail).values(row) };
}

export const dispatch = (env: Env, mailId: string): Promise<unknown> =>
  env.JOBS.send({ kind: "sendMail", mailId });
