import { randomBytes } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { addSeconds, now } from "#domain/core/fields.ts";
import type { Language } from "#domain/core/language.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { findUniqueViolation } from "#worker/db/errors.ts";
import { oneTimeCode, rateLimitCounter, user } from "#worker/db/schema/index.ts";
import { consoleUrl, type Env } from "#worker/env.ts";
import { createOutboxMail, enqueueMail } from "#worker/mail/mailer.ts";
import { createPasswordChangeMail } from "#worker/mail/mailTexts.ts";
import { countAttempts, createAddressLimits } from "../rateLimit.ts";
import { loginLimit } from "./login.ts";
import { prepareNewPassword } from "./newPassword.ts";
import { sha256 } from "./sessionTokens.ts";
import { usernameKeyOf } from "./username.ts";

/** Seconds the mailed link is valid. */
const linkTtlSeconds = 3600;
const purpose = "RESET_PASSWORD";

/** Queues a request. The user is looked up later, so that neither the response nor its timing reveals whether the name exists. */
export async function requestPasswordChange(
  env: Env,
  db: Database,
  username: string,
  { address, language }: { address: string; language: Language },
): Promise<void> {
  const key = usernameKeyOf(username);
  await countAttempts(db, [
    { key: `reset:user:${await sha256(key)}`, maxAttempts: 5, windowSeconds: 3600 },
    ...createAddressLimits("reset", address, 30, 3600),
  ]);
  await env.JOBS.send({
    kind: "requestPasswordChange",
    requestId: crypto.randomUUID(),
    username: key,
    language,
  });
}

/** Mails the link if the user exists, may log in and has an address. Mails once per request, however often the message is delivered. */
export async function sendPasswordChange(
  env: Env,
  db: Database,
  { requestId, username, language }: { requestId: string; username: string; language: Language },
): Promise<void> {
  const userRow = await db.select().from(user).where(eq(user.usernameKey, username)).get();
  if (!userRow?.email || !userRow.enabled || userRow.accountLocked || userRow.accountExpired) return;
  const token = randomBytes(32).toString("base64url");
  const url = consoleUrl(env, `/resetpassword/${token}`);
  const content = createPasswordChangeMail(
    { language, name: userRow.fullName ?? userRow.username },
    userRow.username,
    url,
  );
  const mail = createOutboxMail(db, userRow.email, content, linkTtlSeconds);
  try {
    await db.batch([
      db.insert(oneTimeCode).values({
        id: requestId,
        userId: userRow.id,
        purpose,
        codeHash: await sha256(token),
        expiresAt: addSeconds(linkTtlSeconds),
      }),
      mail.statement,
    ]);
  } catch (error) {
    // The message was delivered twice; the mail is already in the outbox.
    if (findUniqueViolation(error)) return;
    throw error;
  }
  await enqueueMail(env, mail.id);
}

/** Sets the password with the token from the mail. Returns false if the token is unknown, used or too old. */
export async function changePassword(
  env: Env,
  db: Database,
  { token, password }: { token: string; password: string },
  address: string,
): Promise<boolean> {
  await countAttempts(db, createAddressLimits("resetToken", address, 50, 3600));
  const codeHash = await sha256(token);
  // The account may have been closed after the mail was sent.
  const validCondition = sql`EXISTS (SELECT 1 FROM one_time_code o JOIN user u ON u.id = o.user_id WHERE o.code_hash = ${codeHash}
    AND o.purpose = ${purpose} AND o.used_at IS NULL AND o.expires_at > ${now()}
    AND u.enabled AND NOT u.account_locked AND NOT u.account_expired)`;
  const row = await db
    .select({ user })
    .from(oneTimeCode)
    .innerJoin(user, eq(user.id, oneTimeCode.userId))
    .where(and(eq(oneTimeCode.codeHash, codeHash), validCondition))
    .get();
  if (!row) return false;
  const { id, customerId, usernameKey, language } = row.user;
  const { statements, notify } = await prepareNewPassword(db, row.user, {
    password,
    author: { userId: id, realUserId: null, customerId },
    language,
  });
  const isChanged = await batchIf(db, validCondition, [
    ...statements,
    // Invalidates all links the user has been sent.
    db
      .update(oneTimeCode)
      .set({ usedAt: now() })
      .where(and(eq(oneTimeCode.userId, id), eq(oneTimeCode.purpose, purpose), isNull(oneTimeCode.usedAt))),
    // Someone who forgot the password may have failed to log in too often.
    db.delete(rateLimitCounter).where(eq(rateLimitCounter.key, (await loginLimit(usernameKey)).key)),
  ]);
  if (isChanged) await notify(env);
  return isChanged;
}
