import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { and, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { generateSecret, generateURI, verify } from "otplib";
import { unambiguousCharacters } from "#domain/access/licenseCode.ts";
import { addSeconds, now } from "#domain/core/fields.ts";
import type { Language } from "#domain/core/language.ts";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { customer, oneTimeCode, type UserRow, user } from "#worker/db/schema/index.ts";
import { type Env, secondFactorRequiredFor } from "#worker/env.ts";
import { createOutboxMail, enqueueMail } from "#worker/mail/mailer.ts";
import { createLoginCodeMail } from "#worker/mail/mailTexts.ts";
import { SealedSecretError, sealSecret, unsealSecret } from "#worker/secrets.ts";
import { countAttempts } from "../rateLimit.ts";

const codeDigits = 6;
/** Seconds a mailed code is valid. */
const codeTtlSeconds = 10 * 60;
/** Maximum mails to a user in 15 minutes, so that someone who knows the password cannot flood the mailbox. */
const maxMailsPerWindow = 6;
/** Seconds by which the authenticator's clock may differ: one TOTP step. */
const clockDriftSeconds = 30;

/**
 * Whether a login needs a second factor: the user's own, or one that the customer or the service requires. A user without one then gets
 * codes by mail. Without an address nothing can be required, because the user could not log in to add one.
 */
export async function needsSecondFactor(env: Env, db: Database, found: UserRow): Promise<boolean> {
  if (found.twoFactorAuthenticationType !== "NONE") return true;
  if (!found.email) return false;
  const requirement = secondFactorRequiredFor(env);
  if (requirement === "everyone") return true;
  const rights = await db
    .select({
      isRequiredByCustomer: customer.secondFactorRequired,
      isSuperAdmin: sql`EXISTS (SELECT 1 FROM user_role x JOIN role y ON y.id = x.role_id
        WHERE x.user_id = ${found.id} AND y.authority = 'ROLE_SUPER_ADMIN')`.mapWith(Boolean),
    })
    .from(customer)
    .where(eq(customer.id, found.customerId))
    .get();
  return (
    rights?.isRequiredByCustomer === true || (requirement === "superAdmins" && rights?.isSuperAdmin === true)
  );
}

/** Until the authenticator is activated, a TOTP user gets codes by mail. */
const usesAuthenticator = ({ twoFactorAuthenticationType, totpSecret }: UserRow) =>
  twoFactorAuthenticationType === "TOTP" && totpSecret !== null;

/** Mails a new code, which replaces earlier ones. Returns false, without a mail, if the user has an authenticator or no address. */
export async function sendLoginCode(
  env: Env,
  db: Database,
  found: UserRow,
  language: Language,
): Promise<boolean> {
  if (usesAuthenticator(found) || !found.email) return false;
  await countAttempts(db, [
    { key: `loginCode:user:${found.id}`, maxAttempts: maxMailsPerWindow, windowSeconds: 15 * 60 },
  ]);
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, "0");
  const id = crypto.randomUUID();
  const content = createLoginCodeMail({ language, name: found.fullName ?? found.username }, code);
  const mail = createOutboxMail(db, found.email, content, codeTtlSeconds);
  await db.batch([
    db
      .update(oneTimeCode)
      .set({ usedAt: now() })
      .where(
        and(eq(oneTimeCode.userId, found.id), eq(oneTimeCode.purpose, "LOGIN"), isNull(oneTimeCode.usedAt)),
      ),
    db.insert(oneTimeCode).values({
      id,
      userId: found.id,
      purpose: "LOGIN",
      codeHash: hashOf(env, id, code),
      expiresAt: addSeconds(codeTtlSeconds),
    }),
    mail.statement,
  ]);
  await enqueueMail(env, mail.id);
  return true;
}

/** Checks a code, and marks it as used if it is right. */
export async function verifySecondFactor(
  env: Env,
  db: Database,
  found: UserRow,
  entered: string,
): Promise<boolean> {
  const code = entered.replace(/[\s-]/g, "").toUpperCase();
  if (usesAuthenticator(found) && recoveryCodePattern.test(code))
    return consumeRecoveryCode(env, db, found.id, code);
  if (!/^\d{6}$/.test(code)) return false;
  return usesAuthenticator(found)
    ? verifyAuthenticatorCode(env, db, found, code)
    : verifyMailedCode(env, db, found.id, code);
}

const recoveryPurpose = "RECOVERY";
const recoveryCodeCount = 10;
const recoveryCodeLength = 10;
/** Recovery codes do not expire. */
const recoveryCodesExpireAt = "9999-12-31T00:00:00Z";
const recoveryCodePattern = new RegExp(`^[${unambiguousCharacters}]{${recoveryCodeLength}}$`);

const unusedCodesCondition = (userId: number) =>
  and(eq(oneTimeCode.userId, userId), eq(oneTimeCode.purpose, recoveryPurpose), isNull(oneTimeCode.usedAt));

export const countRecoveryCodes = (db: Database, userId: number): Promise<number> =>
  db.$count(oneTimeCode, unusedCodesCondition(userId));

/** Statement that makes a user's recovery codes unusable. */
export const deleteRecoveryCodesStatement = (db: Database, userId: number) =>
  db.delete(oneTimeCode).where(and(eq(oneTimeCode.userId, userId), eq(oneTimeCode.purpose, recoveryPurpose)));

/** New recovery codes, `7KQM2-XP9RT`, and the statements that replace the earlier ones with them. */
export function newRecoveryCodes(env: Env, db: Database, userId: number) {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    Array.from(
      { length: recoveryCodeLength },
      () => unambiguousCharacters[randomInt(unambiguousCharacters.length)]!,
    ).join(""),
  );
  const rows = codes.map((code) => {
    const id = crypto.randomUUID();
    return {
      ...{ id, userId, purpose: recoveryPurpose, expiresAt: recoveryCodesExpireAt },
      codeHash: hashOf(env, id, code),
    };
  });
  return {
    codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`),
    statements: [
      deleteRecoveryCodesStatement(db, userId),
      ...rows.map((row) => db.insert(oneTimeCode).values(row)),
    ] as const,
  };
}

async function consumeRecoveryCode(env: Env, db: Database, userId: number, code: string): Promise<boolean> {
  const unusedCodes = await db.select().from(oneTimeCode).where(unusedCodesCondition(userId));
  const match = unusedCodes.find(({ id, codeHash }) => timingSafeEquals(codeHash, hashOf(env, id, code)));
  return match !== undefined && markUsed(db, match.id);
}

/** Of two logins with the same code, one succeeds. */
async function markUsed(db: Database, id: string): Promise<boolean> {
  const used = await db
    .update(oneTimeCode)
    .set({ usedAt: now() })
    .where(and(eq(oneTimeCode.id, id), isNull(oneTimeCode.usedAt)))
    .returning({ id: oneTimeCode.id });
  return used.length === 1;
}

async function verifyMailedCode(env: Env, db: Database, userId: number, code: string): Promise<boolean> {
  const newest = await db
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
  if (!newest || !timingSafeEquals(newest.codeHash, hashOf(env, newest.id, code))) return false;
  return markUsed(db, newest.id);
}

async function verifyAuthenticatorCode(
  env: Env,
  db: Database,
  found: UserRow,
  code: string,
): Promise<boolean> {
  const step = await verifyTotpStep(readTotpSecret(env, found), code, found.totpLastStep);
  if (step === null) return false;
  // Of two logins with the same code, one succeeds.
  const updated = await db
    .update(user)
    .set({ totpLastStep: step })
    .where(and(eq(user.id, found.id), or(isNull(user.totpLastStep), lt(user.totpLastStep, step))))
    .returning({ id: user.id });
  return updated.length === 1;
}

/** Returns the TOTP time step of a code, or null if the code is wrong, too old, or not newer than the last one used. */
export async function verifyTotpStep(
  secret: string,
  code: string,
  lastStep: number | null,
): Promise<number | null> {
  const result = await verify({
    secret,
    token: code,
    epochTolerance: clockDriftSeconds,
    ...(lastStep !== null && { afterTimeStep: lastStep }),
  });
  return result.valid && "timeStep" in result ? result.timeStep : null;
}

export const createTotpSecret = (): string => generateSecret({ length: 20 });
export const totpUri = (username: string, secret: string): string =>
  generateURI({ issuer: "Siteproof", label: labelOf(username), secret });

/**
 * A label is 'issuer:account': no part may contain a colon, encoded or not
 * (github.com/google/google-authenticator/wiki/Key-Uri-Format).
 */
const labelOf = (username: string): string =>
  username
    .split(/[:\uff1a\ufe55\ua789\u2236]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .join(" ");

/** @throws authenticatorUnreadable if SECRETS_KEY has changed since it was activated */
function readTotpSecret(env: Env, { id, totpSecret }: UserRow): string {
  try {
    return unsealSecret(env, totpSecret ?? "", secretContext(id));
  } catch (error) {
    throw error instanceof SealedSecretError ? problem("authenticatorUnreadable") : error;
  }
}

const secretContext = (userId: number) => `user:${userId}:totpSecret`;
export const sealTotpSecret = (env: Env, userId: number, secret: string): string =>
  sealSecret(env, secret, secretContext(userId));

/** Keyed, because a plain hash of six digits is easily reversed. */
const hashOf = (env: Env, id: string, code: string): string =>
  createHmac("sha256", env.SECRETS_KEY).update(`code ${id} ${code}`).digest("hex");

const timingSafeEquals = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b));
