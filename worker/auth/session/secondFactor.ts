import { randomInt } from "node:crypto";
import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Authority } from "#domain/access/authorities.ts";
import { addSeconds, now } from "#domain/core/fields.ts";
import type { Language } from "#domain/core/language.ts";
import type { Database } from "#worker/db/database.ts";
import { customer, oneTimeCode, type UserRow } from "#worker/db/schema/index.ts";
import { type Env, secondFactorRequiredFor } from "#worker/env.ts";
import { createOutboxMail, enqueueMail } from "#worker/mail/mailer.ts";
import { createLoginCodeMail } from "#worker/mail/mailTexts.ts";
import { countAttempts } from "../rateLimit.ts";
import { usesAuthenticator, verifyAuthenticatorCode } from "./authenticator.ts";
import { codeHashOf, markCodeUsed, timingSafeEquals } from "./oneTimeCode.ts";
import { countPasskeys } from "./passkey.ts";
import { consumeRecoveryCode, recoveryCodePattern } from "./recoveryCodes.ts";

const codeDigits = 6;
/** Seconds a mailed code is valid. */
const codeTtlSeconds = 10 * 60;
/** Maximum mails to a user in 15 minutes, so that someone who knows the password cannot flood the mailbox. */
const maxMailsPerWindow = 6;
/** The second factors a user can log in with. */
export interface SecondFactors {
  authenticator: boolean;
  passkey: boolean;
  /** Codes by mail: if the user has no other factor, or an administrator has turned them on. */
  mail: boolean;
}

/** The second factors that a login must be completed with, or null if it needs none. All are false if the user has to set one up first. */
export async function findSecondFactors(
  env: Env,
  db: Database,
  userRow: UserRow,
): Promise<SecondFactors | null> {
  const passkey = (await countPasskeys(db, userRow.id)) > 0;
  const authenticator = usesAuthenticator(userRow);
  const hasSecondFactor = passkey || userRow.twoFactorAuthenticationType !== "NONE";
  if (!hasSecondFactor && !(await isSecondFactorRequired(env, db, userRow))) return null;
  const usesMail = !authenticator && (!passkey || userRow.twoFactorAuthenticationType !== "NONE");
  return { authenticator, passkey, mail: usesMail && Boolean(userRow.email) };
}

/** Whether the service requires a second factor of the user, or a customer in which the user can act. */
async function isSecondFactorRequired(env: Env, db: Database, userRow: UserRow): Promise<boolean> {
  const requirement = secondFactorRequiredFor(env);
  if (requirement === "everyone") return true;
  const hasRole = (
    authority: Authority,
  ) => sql`EXISTS (SELECT 1 FROM user_role x JOIN role y ON y.id = x.role_id
    WHERE x.user_id = ${userRow.id} AND y.authority = ${authority})`;
  const rights = await db
    .select({
      isRequiredByCustomer: customer.secondFactorRequired,
      isSuperAdmin: hasRole("ROLE_SUPER_ADMIN").mapWith(Boolean),
      isRequiredElsewhere: sql`(${hasRole("ROLE_SWITCH_CUSTOMER")} AND EXISTS (
        SELECT 1 FROM user_customer uc JOIN customer c ON c.id = uc.customer_id
        WHERE uc.user_id = ${userRow.id} AND c.second_factor_required))`.mapWith(Boolean),
    })
    .from(customer)
    .where(eq(customer.id, userRow.customerId))
    .get();
  return (
    rights?.isRequiredByCustomer === true ||
    rights?.isRequiredElsewhere === true ||
    (requirement === "superAdmins" && rights?.isSuperAdmin === true)
  );
}

/** Mails a new code, which replaces earlier ones. */
export async function sendLoginCode(
  env: Env,
  db: Database,
  userRow: UserRow & { email: string },
  language: Language,
): Promise<void> {
  await countAttempts(db, [
    { key: `loginCode:user:${userRow.id}`, maxAttempts: maxMailsPerWindow, windowSeconds: 15 * 60 },
  ]);
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, "0");
  const id = crypto.randomUUID();
  const content = createLoginCodeMail({ language, name: userRow.fullName ?? userRow.username }, code);
  const mail = createOutboxMail(db, userRow.email, content, codeTtlSeconds);
  await db.batch([
    db
      .update(oneTimeCode)
      .set({ usedAt: now() })
      .where(
        and(eq(oneTimeCode.userId, userRow.id), eq(oneTimeCode.purpose, "LOGIN"), isNull(oneTimeCode.usedAt)),
      ),
    db.insert(oneTimeCode).values({
      id,
      userId: userRow.id,
      purpose: "LOGIN",
      codeHash: codeHashOf(env, id, code),
      expiresAt: addSeconds(codeTtlSeconds),
    }),
    mail.statement,
  ]);
  await enqueueMail(env, mail.id);
}

/** Checks a code of one of the user's second factors, or a recovery code, and marks it as used if it is right. */
export async function verifyCode(
  env: Env,
  db: Database,
  userRow: UserRow,
  factors: SecondFactors,
  enteredCode: string,
): Promise<boolean> {
  const code = enteredCode.replace(/[\s-]/g, "").toUpperCase();
  if (recoveryCodePattern.test(code))
    return (factors.authenticator || factors.passkey) && consumeRecoveryCode(env, db, userRow.id, code);
  if (!/^\d{6}$/.test(code)) return false;
  if (factors.authenticator) return verifyAuthenticatorCode(env, db, userRow, code);
  return factors.mail && verifyMailedCode(env, db, userRow.id, code);
}

async function verifyMailedCode(env: Env, db: Database, userId: number, code: string): Promise<boolean> {
  const newestCode = await db
    .select()
    .from(oneTimeCode)
    .where(
      and(
        eq(oneTimeCode.userId, userId),
        eq(oneTimeCode.purpose, "LOGIN"),
        isNull(oneTimeCode.usedAt),
        gt(oneTimeCode.expiresAt, now()),
      ),
    )
    .orderBy(desc(oneTimeCode.dateCreated))
    .get();
  if (!newestCode || !timingSafeEquals(newestCode.codeHash, codeHashOf(env, newestCode.id, code)))
    return false;
  return markCodeUsed(db, newestCode.id);
}
