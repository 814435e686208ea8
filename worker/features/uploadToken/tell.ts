import { and, eq, gt, ne, sql } from "drizzle-orm";
import { findUploadTokens } from "../../../domain/endpoints/uploadToken";
import { addSeconds } from "../../../domain/fields";
import { safeDisplayName } from "../../../domain/rules/shownName";
import { formatSize } from "../../../domain/rules/sizes";
import type { Database } from "../../db/database";
import { batchIf } from "../../db/guard";
import { idParam } from "../../db/ids";
import { noticeStatement } from "../../db/notices";
import { nullable, number, type RowOf, rowsOf, text, uuid } from "../../db/rows";
import { documentation, upload, uploadToken, user } from "../../db/schema";
import { statement } from "../../db/statement";
import { isAllowed } from "../../entrance/session/actor";
import { consoleUrl, type Env } from "../../env";
import type { Language } from "../../http/language";
import { deleteStoredStatements } from "../../ingest/forgetUploads";
import { filesArrivedLetter } from "../../mail/letters";
import { enqueueMail, queueMail } from "../../mail/mailer";

/** Seconds without an arrival before a mail is sent, so that one mail covers them all. */
const quietSeconds = 120;
const maxPerRun = 50;
/** Number of files a mail lists. */
const maxListedFiles = 20;

const arrivalColumns = {
  tokenId: uuid("t.id"),
  customerId: number("t.customer_id"),
  documentationId: uuid("t.documentation_id"),
  userId: number("t.user_id"),
  /** The newest arrival that was mailed. */
  told: nullable(text("t.told")),
  newest: text("(SELECT max(u.settled) FROM upload u WHERE u.upload_token_id = t.id AND u.state = 'STORED')"),
};
type Arrival = RowOf<typeof arrivalColumns>;

/** Mails the makers of links, in their language, what has arrived by them (2§2). */
export async function notifyOfArrivals(env: Env, db: Database, at: Date): Promise<string> {
  const arrivals = await rowsOf(
    db,
    arrivalColumns,
    (columns) => sql`
    SELECT ${columns}
    FROM upload_token t
    WHERE t.user_id IS NOT NULL AND newest > coalesce(t.told, '') AND newest < ${addSeconds(-quietSeconds, at)}
    LIMIT ${maxPerRun}`,
  );
  let mails = 0;
  for (const arrival of arrivals) if (await mailArrival(env, db, arrival)) mails += 1;
  return mails > 0 ? `arrivals mailed for ${mails} links` : "";
}

async function mailArrival(env: Env, db: Database, arrival: Arrival): Promise<boolean> {
  const { tokenId, customerId, documentationId, userId, newest } = arrival;
  const ofLink = and(eq(uploadToken.customerId, customerId), eq(uploadToken.id, tokenId));
  const [[maker], [link], [documented], files] = await Promise.all([
    db.select().from(user).where(eq(user.id, userId)),
    db.select({ requester: uploadToken.requester }).from(uploadToken).where(ofLink),
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
          gt(upload.settled, arrival.told ?? ""),
        ),
      )
      .orderBy(upload.settled),
  ]);
  const mark = db.update(uploadToken).set({ told: newest }).where(ofLink);
  const reads = await isAllowed(db, link?.requester ?? null, findUploadTokens, customerId);
  if (!reads || !maker || !documented) {
    await db.batch([mark]);
    return false;
  }
  const notice = noticeStatement(db, {
    customerId,
    userId: maker.id,
    kind: "FILES_CAME",
    documentationId,
    matter: tokenId,
    params: { count: String(files.length) },
    mailed: maker.email !== null,
  });
  if (!maker.email) {
    await db.batch([mark, notice]);
    return false;
  }
  const language = maker.language as Language;
  const letter = filesArrivedLetter(
    { language, name: maker.fullName ?? maker.username },
    {
      documentationName: documented.name,
      files: files
        .slice(0, maxListedFiles)
        .map(
          ({ name, size }) =>
            `${safeDisplayName(name)} (${formatSize(size, language === "sv" ? "sv-SE" : "en-GB")})`,
        ),
      others: Math.max(0, files.length - maxListedFiles),
      url: consoleUrl(env, `/documentation/details/${documentationId}`),
    },
  );
  const mail = queueMail(db, [maker.email], letter);
  // Of two runs at once, one sends the mail.
  const notMailed = sql`EXISTS (SELECT 1 FROM upload_token WHERE id = ${idParam(tokenId)} AND told IS ${arrival.told})`;
  if (!(await batchIf(db, notMailed, [mark, mail.statement, notice]))) return false;
  await enqueueMail(env, mail.id);
  return true;
}

/** Days after which an expired link is deleted; until then its page can say that it has expired. */
const retentionDays = 90;

/** Statements that delete links that expired long ago, with the uploads that their receipts list. The files that came by them stay. */
export const purgeLinkStatements = (db: Database, at: Date) => {
  const ended = sql`(SELECT id FROM upload_token WHERE expire_date < ${addSeconds(-retentionDays * 86_400, at)})`;
  return [
    statement(db, sql`UPDATE temp_file SET upload_token_id = NULL WHERE upload_token_id IN ${ended}`),
    statement(db, sql`UPDATE retake SET upload_token_id = NULL WHERE upload_token_id IN ${ended}`),
    ...deleteStoredStatements(
      db,
      sql`SELECT u.rowid FROM upload u WHERE u.upload_token_id IN ${ended} AND u.state = 'STORED'`,
    ),
    statement(db, sql`DELETE FROM upload_token WHERE id IN ${ended}`),
  ] as const;
};
