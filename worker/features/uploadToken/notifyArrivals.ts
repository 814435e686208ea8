import { and, eq, gt, ne, sql } from "drizzle-orm";
import { addSeconds } from "#domain/core/fields.ts";
import { formatSize } from "#domain/core/text/byteSize.ts";
import { safeDisplayName } from "#domain/core/text/safeDisplayName.ts";
import { findUploadTokens } from "#domain/endpoints/links/uploadLinks.ts";
import { isAllowed } from "#worker/auth/session/actor.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { noticeStatement } from "#worker/db/notices.ts";
import { nullable, number, type RowOf, selectRows, text, uuid } from "#worker/db/rows.ts";
import { documentation, upload, uploadToken, user } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { consoleUrl, type Env } from "#worker/env.ts";
import { deleteStoredStatements } from "#worker/ingest/purgeUploads.ts";
import { createOutboxMail, enqueueMail } from "#worker/mail/mailer.ts";
import { createFilesArrivedMail } from "#worker/mail/mailTexts.ts";

/** Seconds without an arrival before a mail is sent, so that one mail covers a batch. */
const quietPeriodSeconds = 120;
const maxLinksPerRun = 50;
/** Maximum number of files listed in a mail. */
const maxListedFiles = 20;

const arrivalColumns = {
  tokenId: uuid("t.id"),
  customerId: number("t.customer_id"),
  documentationId: uuid("t.documentation_id"),
  userId: number("t.user_id"),
  /** The newest arrival that a mail has reported. */
  notifiedUntil: nullable(text("t.notified_until")),
  newest: text(
    "(SELECT max(u.settled_at) FROM upload u WHERE u.upload_token_id = t.id AND u.state = 'STORED')",
  ),
};
type Arrival = RowOf<typeof arrivalColumns>;

/** Mails the creators of links a list of the files that have arrived, in their language (2§2). */
export async function notifyOfArrivals(env: Env, db: Database, runAt: Date): Promise<string> {
  const arrivals = await selectRows(
    db,
    arrivalColumns,
    (columns) => sql`
    SELECT ${columns}
    FROM upload_token t
    WHERE t.user_id IS NOT NULL AND newest > coalesce(t.notified_until, '') AND newest < ${addSeconds(-quietPeriodSeconds, runAt)}
    LIMIT ${maxLinksPerRun}`,
  );
  let mailCount = 0;
  for (const arrival of arrivals) if (await mailArrival(env, db, arrival)) mailCount += 1;
  return mailCount > 0 ? `arrivals mailed for ${mailCount} links` : "";
}

async function mailArrival(env: Env, db: Database, arrival: Arrival): Promise<boolean> {
  const { tokenId, customerId, documentationId, userId, newest: newestArrival } = arrival;
  const linkCondition = and(eq(uploadToken.customerId, customerId), eq(uploadToken.id, tokenId));
  const [[creator], [link], [documentationRow], files] = await Promise.all([
    db.select().from(user).where(eq(user.id, userId)),
    db.select({ requester: uploadToken.requester }).from(uploadToken).where(linkCondition),
    db
      .select({ name: documentation.name })
      .from(documentation)
      .where(
        and(
          eq(documentation.customerId, customerId),
          eq(documentation.id, documentationId),
          ne(documentation.status, "DELETED"),
        ),
      ),
    db
      .select({ name: upload.name, size: upload.size })
      .from(upload)
      .where(
        and(
          eq(upload.uploadTokenId, tokenId),
          eq(upload.state, "STORED"),
          gt(upload.settledAt, arrival.notifiedUntil ?? ""),
        ),
      )
      .orderBy(upload.settledAt),
  ]);
  const markStatement = db.update(uploadToken).set({ notifiedUntil: newestArrival }).where(linkCondition);
  const canRead = await isAllowed(db, link?.requester ?? null, findUploadTokens, customerId);
  if (!canRead || !creator || !documentationRow) {
    await db.batch([markStatement]);
    return false;
  }
  const insertNoticeStatement = noticeStatement(db, {
    customerId,
    userId: creator.id,
    kind: "FILES_CAME",
    documentationId,
    dedupKey: tokenId,
    params: { count: String(files.length) },
    isMailed: creator.email !== null,
  });
  if (!creator.email) {
    await db.batch([markStatement, insertNoticeStatement]);
    return false;
  }
  const { language } = creator;
  const content = createFilesArrivedMail(
    { language, name: creator.fullName ?? creator.username },
    {
      documentationName: documentationRow.name,
      files: files
        .slice(0, maxListedFiles)
        .map(
          ({ name, size }) =>
            `${safeDisplayName(name)} (${formatSize(size, language === "sv" ? "sv-SE" : "en-GB")})`,
        ),
      otherCount: Math.max(0, files.length - maxListedFiles),
      url: consoleUrl(env, `/documentation/details/${documentationId}`),
    },
  );
  const mail = createOutboxMail(db, creator.email, content);
  // Only one of two concurrent runs sends the mail.
  const notMailedCondition = sql`EXISTS (SELECT 1 FROM upload_token WHERE id = ${idParam(tokenId)} AND notified_until IS ${arrival.notifiedUntil})`;
  if (!(await batchIf(db, notMailedCondition, [markStatement, mail.statement, insertNoticeStatement])))
    return false;
  await enqueueMail(env, mail.id);
  return true;
}

/** Days until an expired link is deleted; until then its page can say that it has expired. */
const retentionDays = 90;

/** Statements that delete links that expired long ago, with the uploads that their receipts list. The uploaded files stay. */
export const purgeExpiredLinkStatements = (db: Database, runAt: Date) => {
  const expiredTokens = sql`(SELECT id FROM upload_token WHERE expire_date < ${addSeconds(-retentionDays * 86_400, runAt)})`;
  return [
    statement(db, sql`UPDATE temp_file SET upload_token_id = NULL WHERE upload_token_id IN ${expiredTokens}`),
    statement(db, sql`UPDATE retake SET upload_token_id = NULL WHERE upload_token_id IN ${expiredTokens}`),
    ...deleteStoredStatements(
      db,
      sql`SELECT u.rowid FROM upload u WHERE u.upload_token_id IN ${expiredTokens} AND u.state = 'STORED'`,
    ),
    statement(db, sql`DELETE FROM upload_token WHERE id IN ${expiredTokens}`),
  ] as const;
};
