import { and, eq, sql } from "drizzle-orm";
import { addDays, today } from "#domain/core/calendar/days.ts";
import { toIsoSeconds } from "#domain/core/fields.ts";
import { createUploadToken } from "#domain/endpoints/links/uploadLinks.ts";
import { deriveToken, linkUrl } from "#worker/auth/linkAuth.ts";
import type { Requester } from "#worker/auth/session/actor.ts";
import { isAllowed } from "#worker/auth/session/actor.ts";
import { sha256 } from "#worker/auth/session/sessionTokens.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam } from "#worker/db/ids.ts";
import { noticeStatement } from "#worker/db/notices.ts";
import { json, nullable, number, type RowOf, selectRows, text, uuid } from "#worker/db/rows.ts";
import { customer, uploadToken, user } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import type { Env } from "#worker/env.ts";
import { createOutboxMail, enqueueMail } from "#worker/mail/mailer.ts";
import { createRetakeMail } from "#worker/mail/retakeMail.ts";

/** Retakes reminded of in one run; the next run takes the others. */
const maxPerRun = 500;

const dueColumns = {
  id: uuid("r.id"),
  customerId: number("r.customer_id"),
  documentationId: uuid("r.documentation_id"),
  documentationName: text("coalesce(d.alias, d.name)"),
  reason: text("r.reason"),
  dueDay: text("r.due_day"),
  requester: json<Requester>("r.requester"),
  uploadTokenId: nullable(uuid("r.upload_token_id")),
  recipientKind: nullable(text("r.recipient_kind")),
  recipientAddress: nullable(text("r.recipient_address")),
};
type DueRetake = RowOf<typeof dueColumns>;
type Occasion = "BEFORE" | "AFTER";

/**
 * Reminds people of retakes: mail recipients on the day before the due day and once it has passed; reviewers once it has passed. Each
 * reminder is sent once, however often the job runs.
 */
export async function remindOfRetakes(env: Env, db: Database, runAt: Date): Promise<string> {
  const currentDay = today(runAt);
  let mailCount = 0;
  for (const occasion of ["BEFORE", "AFTER"] as const) {
    const isDueCondition =
      occasion === "BEFORE"
        ? sql`r.due_day = ${addDays(currentDay)} AND r.reminder IS NULL AND r.recipient_kind = 'MAIL'`
        : sql`r.due_day < ${currentDay} AND coalesce(r.reminder, '') <> 'AFTER'`;
    const rows = await selectRows(
      db,
      dueColumns,
      (columns) => sql`SELECT ${columns} FROM customer c CROSS JOIN retake r INDEXED BY retake_due
        CROSS JOIN documentation d ON d.customer_id = r.customer_id AND d.id = r.documentation_id
        WHERE r.customer_id = c.id AND r.outcome IS NULL AND r.due_day IS NOT NULL AND ${isDueCondition}
          AND d.status NOT IN ('HANDLED', 'APPROVED', 'DELETED') LIMIT ${maxPerRun}`,
    );
    // Items that were sent back together get one reminder.
    const groups = Map.groupBy(rows, ({ documentationId, uploadTokenId, dueDay, requester }) =>
      JSON.stringify([documentationId, uploadTokenId, dueDay, requester.userId]),
    );
    for (const retakes of groups.values())
      if (await remind(env, db, retakes, { occasion, runAt })) mailCount += 1;
  }
  return mailCount > 0 ? `${mailCount} people reminded by mail` : "";
}

/** Returns whether a mail was queued. */
async function remind(
  env: Env,
  db: Database,
  retakes: readonly DueRetake[],
  { occasion, runAt }: { occasion: Occasion; runAt: Date },
): Promise<boolean> {
  const [first] = retakes;
  if (!first) return false;
  const ids = idListParam(retakes.map(({ id }) => id));
  const content = await createReminder(env, db, retakes, { occasion, runAt });
  const mail = content && createOutboxMail(db, first.recipientAddress ?? "", content);
  const hasReminded = sql`SELECT 1 FROM retake WHERE id IN ${ids} AND outcome IS NULL AND coalesce(reminder, '') <> ${occasion}`;
  const { customerId, documentationId, requester } = first;
  const isWritten = await batchIf(db, sql`EXISTS (${hasReminded})`, [
    statement(db, sql`UPDATE retake SET reminder = ${occasion} WHERE id IN ${ids}`),
    ...(occasion === "AFTER"
      ? [
          noticeStatement(db, {
            ...{ customerId, documentationId, userId: requester.userId, kind: "RETAKE_LATE" },
            ...{ dedupKey: documentationId, params: { reason: first.reason } },
          }),
        ]
      : []),
    ...(mail ? [mail.statement] : []),
  ]);
  if (!isWritten || !mail) return false;
  await enqueueMail(env, mail.id).catch((error: unknown) =>
    console.error(JSON.stringify({ mail: mail.id, unsent: String(error) })),
  );
  return true;
}

/** The mail to the recipient; null if there is none, if the link is closed, or if its token can no longer be derived. */
async function createReminder(
  env: Env,
  db: Database,
  retakes: readonly DueRetake[],
  { occasion, runAt }: { occasion: Occasion; runAt: Date },
) {
  const { recipientKind, uploadTokenId, customerId, dueDay, documentationName, requester } = retakes[0]!;
  if (recipientKind !== "MAIL" || uploadTokenId === null) return null;
  const link = await db
    .select()
    .from(uploadToken)
    .where(and(eq(uploadToken.customerId, customerId), eq(uploadToken.id, uploadTokenId)))
    .get();
  const token = deriveToken(env, customerId, uploadTokenId);
  if (
    !link ||
    link.revokedAt ||
    link.expireDate <= toIsoSeconds(runAt) ||
    link.tokenHash !== (await sha256(token)) ||
    !(await isAllowed(db, link.requester, createUploadToken, customerId))
  )
    return null;
  const [[sender], [owner]] = await db.batch([
    db.select({ language: user.language }).from(user).where(eq(user.id, requester.userId)),
    db.select({ name: customer.name }).from(customer).where(eq(customer.id, customerId)),
  ]);
  return createRetakeMail({
    ...{ language: sender?.language === "sv" ? "sv" : "en", occasion, documentationName, dueDay },
    customerName: owner?.name ?? "",
    reasons: retakes.map(({ reason }) => reason),
    url: linkUrl(env, "RETAKE", token),
  });
}
