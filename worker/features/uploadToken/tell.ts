import { and, eq, gt, ne, sql } from "drizzle-orm";
import { findUploadTokens } from "../../../domain/endpoints/uploadToken";
import { inSeconds } from "../../../domain/fields";
import { shownName } from "../../../domain/rules/shownName";
import { formatSize } from "../../../domain/rules/sizes";
import type { Database } from "../../db/database";
import { batchIf } from "../../db/guard";
import { documentation, upload, uploadToken, user } from "../../db/schema";
import { statement } from "../../db/statement";
import { isAllowed } from "../../entrance/session/actor";
import type { Env } from "../../env";
import type { Language } from "../../http/language";
import { filesArrivedLetter } from "../../mail/letters";
import { dispatch, post } from "../../mail/mailer";

/** Seconds without an arrival after which one mail tells of all that came. */
const quiet = 120;
const perRun = 50;
/** Most files that a mail lists. */
const listed = 20;

interface Arrival {
  tokenId: string;
  customerId: number;
  documentationId: string;
  userId: number;
  told: string | null;
  newest: string;
}

/** Tells those who made a link, by mail and in their language, what came by it (2§2). */
export async function tellOfArrivals(env: Env, db: Database): Promise<string> {
  const arrivals = await db.all<Arrival>(sql`
    SELECT t.id AS tokenId, t.customer_id AS customerId, t.documentation_id AS documentationId, t.user_id AS userId, t.told,
      (SELECT max(u.settled) FROM upload u WHERE u.upload_token_id = t.id AND u.state = 'STORED') AS newest
    FROM upload_token t
    WHERE t.user_id IS NOT NULL AND newest > coalesce(t.told, '') AND newest < ${inSeconds(-quiet)}
    LIMIT ${perRun}`);
  let told = 0;
  for (const arrival of arrivals) if (await tell(env, db, arrival)) told += 1;
  return told > 0 ? `${told} links told of` : "";
}

async function tell(env: Env, db: Database, arrival: Arrival): Promise<boolean> {
  const { tokenId, customerId, documentationId, userId, newest } = arrival;
  const ofLink = and(eq(uploadToken.customerId, customerId), eq(uploadToken.id, tokenId));
  const [[maker], [link], [place], files] = await Promise.all([
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
  if (!reads || !maker?.email || !place) {
    await db.batch([mark]);
    return false;
  }
  const language = maker.language as Language;
  const letter = filesArrivedLetter(
    { language, name: maker.fullName ?? maker.username },
    {
      documentationName: place.name,
      files: files
        .slice(0, listed)
        .map(
          ({ name, size }) =>
            `${shownName(name)} (${formatSize(size, language === "sv" ? "sv-SE" : "en-GB")})`,
        ),
      others: Math.max(0, files.length - listed),
      url: `${env.CONSOLE_URL.replace(/\/+$/, "")}/documentation/details/${documentationId}`,
    },
  );
  const mail = post(db, [maker.email], letter);
  // Of two runs at once, one sends the mail.
  const untold = sql`EXISTS (SELECT 1 FROM upload_token WHERE id = ${tokenId} AND told IS ${arrival.told})`;
  if (!(await batchIf(db, untold, [mark, mail.statement]))) return false;
  await dispatch(env, mail.id);
  return true;
}

/** Days after its end at which a link is forgotten; until then its page can say that it has expired. */
const keptFor = 90;

/** Statements that forget links that ended long ago. What came by them stays. */
export const forgetLinks = (db: Database) => {
  const ended = sql`(SELECT id FROM upload_token WHERE expire_date < ${inSeconds(-keptFor * 86_400)})`;
  return [
    statement(db, sql`UPDATE temp_file SET upload_token_id = NULL WHERE upload_token_id IN ${ended}`),
    statement(db, sql`DELETE FROM upload_token WHERE id IN ${ended}`),
  ] as const;
};
