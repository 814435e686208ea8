import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Actor } from "#domain/access/actor.ts";
import { Problem } from "#domain/core/problem.ts";
import { normalizeLine } from "#domain/core/text/normalizeText.ts";
import { truncate } from "#domain/core/text/trim.ts";
import type { ThreadRow } from "#domain/endpoints/documentation/thread.ts";
import { mailLimits } from "#worker/auth/callLimits.ts";
import { countAttempts } from "#worker/auth/rateLimit.ts";
import type { Database } from "#worker/db/database.ts";
import { listParam } from "#worker/db/ids.ts";
import { noticeStatement } from "#worker/db/notices.ts";
import { flag, nullable, number, selectRows, text } from "#worker/db/rows.ts";
import type { DocumentationRow } from "#worker/db/schema/index.ts";
import { consoleUrl, type Env } from "#worker/env.ts";
import { createOutboxMail, enqueueMail } from "#worker/mail/mailer.ts";
import { createThreadMail } from "#worker/mail/threadMail.ts";

/** Characters of a comment in a notice. */
const maxNoticeTextLength = 200;

interface WrittenComment {
  threadId: string;
  /** The earlier comments of the thread; none if it is new. */
  earlierComments: ThreadRow["comments"];
  text: string;
  /** The users whom this comment mentions for the first time. */
  mentionedIds: readonly number[];
  /** Whether the other participants are notified too. */
  notifiesParticipants: boolean;
}

/** A user, or the holder of a link, who has a name only. */
type CommentAuthor = Pick<Actor, "username"> & { userId: number | null };

interface ThreadNotices {
  /** For the batch that writes the comment. */
  statements: BatchItem<"sqlite">[];
  /** Sends the mails, once the batch has succeeded. */
  send: () => Promise<void>;
}

/** Notifies the mentioned users and the participants of a thread, but not the author. Mails those at once who chose it, within the limits. */
export async function prepareThreadNotices(
  env: Env,
  db: Database,
  author: CommentAuthor,
  documentation: DocumentationRow,
  { threadId, earlierComments, text: writtenText, mentionedIds, notifiesParticipants }: WrittenComment,
): Promise<ThreadNotices> {
  const { customerId, id: documentationId } = documentation;
  const participantIds = earlierComments.flatMap(({ userId, mentions }) => [
    userId,
    ...mentions.map((mention) => mention.userId),
  ]);
  const mentionedUserIds = new Set(mentionedIds);
  const notifiedIds = new Set([...mentionedIds, ...(notifiesParticipants ? participantIds : [])]);
  if (author.userId !== null) notifiedIds.delete(author.userId);
  const recipients = await selectRows(
    db,
    {
      userId: number("u.id"),
      email: nullable(text("u.email")),
      language: text<"en" | "sv">("u.language"),
      name: text("coalesce(u.full_name, u.username)"),
      isMailedAtOnce: flag("u.instant_mail AND u.email IS NOT NULL"),
    },
    (columns) =>
      sql`SELECT ${columns} FROM user u WHERE u.id IN ${listParam([...notifiedIds])} AND u.customer_id = ${customerId} AND u.enabled`,
  );
  const params = {
    thread: threadId,
    by: author.username,
    text: truncate(normalizeLine(writtenText), maxNoticeTextLength),
  };
  const statements: BatchItem<"sqlite">[] = [];
  const mailIds: string[] = [];
  for (const { userId, email, language, name, isMailedAtOnce } of recipients) {
    const kind = mentionedUserIds.has(userId) ? "MENTIONED" : "REPLIED";
    const isMailed =
      isMailedAtOnce && email !== null && (await isWithinMailLimits(db, customerId, author.userId, email));
    statements.push(
      noticeStatement(db, {
        ...{ customerId, userId, kind, documentationId },
        ...{ dedupKey: threadId, params, isMailed },
      }),
    );
    if (!isMailed) continue;
    const mail = createOutboxMail(
      db,
      email,
      createThreadMail(
        { language, name },
        {
          ...{ kind, author: params.by, text: writtenText },
          documentationName: documentation.alias ?? documentation.name,
          url: consoleUrl(env, `/documentation/details/${documentationId}?thread=${threadId}`),
          profileUrl: consoleUrl(env, "/profile"),
        },
      ),
    );
    statements.push(mail.statement);
    mailIds.push(mail.id);
  }
  const send = async () => {
    // The sweeper queues what could not be queued.
    for (const mailId of mailIds)
      await enqueueMail(env, mailId).catch((error: unknown) =>
        console.error(JSON.stringify({ mail: mailId, unsent: String(error) })),
      );
  };
  return { statements, send };
}

/** Counts a mail. Beyond the limits, the notice waits for the daily mail. */
const isWithinMailLimits = async (db: Database, customerId: number, userId: number | null, email: string) =>
  countAttempts(db, await mailLimits(customerId, userId, [email])).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false;
      throw error;
    },
  );
