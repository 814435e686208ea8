import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { and, desc, eq, gt, isNull, lt, or } from "drizzle-orm";
import { generateSecret, generateURI, verify } from "otplib";
import { addSeconds, now } from "#domain/core/fields.ts";
import type { Language } from "#domain/core/language.ts";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { oneTimeCode, type UserRow, user } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { enqueueMail, queueMail } from "#worker/mail/mailer.ts";
import { loginCodeMail } from "#worker/mail/mailTexts.ts";
import { SealedSecretError, seal, unseal } from "#worker/secrets.ts";
import { countAttempts } from "../rateLimit.ts";

const digits = 6;
/** Seconds a mailed code is valid. */
const codeTtlSeconds = 10 * 60;
/** Mails a user gets in a quarter of an hour at most, so that someone who knows the password cannot flood the mailbox. */
const maxMailsPerWindow = 6;
/** Seconds by which the authenticator's clock may differ: one TOTP step. */
const clockDriftSeconds = 30;

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
  const code = String(randomInt(10 ** digits)).padStart(digits, "0");
  const id = crypto.randomUUID();
  const letter = loginCodeMail({ language, name: found.fullName ?? found.username }, code);
  const mail = queueMail(db, [found.email], letter, codeTtlSeconds);
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
  const code = entered.replace(/\s/g, "");
  if (!/^\d{6}$/.test(code)) return false;
  return usesAuthenticator(found)
    ? verifyAuthenticatorCode(env, db, found, code)
    : verifyMailedCode(env, db, found.id, code);
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
  const used = await db
    .update(oneTimeCode)
    .set({ usedAt: now() })
    .where(and(eq(oneTimeCode.id, newest.id), isNull(oneTimeCode.usedAt)))
    .returning({ id: oneTimeCode.id });
  return used.length === 1;
}

async function verifyAuthenticatorCode(
  env: Env,
  db: Database,
  found: UserRow,
  code: string,
): Promise<boolean> {
  const step = await verifiedTotpStep(readTotpSecret(env, found), code, found.totpLastStep);
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
export async function verifiedTotpStep(
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

export const newTotpSecret = (): string => generateSecret({ length: 20 });
export const totpUri = (username: string, secret: string): string =>
  generateURI({ issuer: "Siteproof", label: username, secret });

/** @throws authenticatorUnreadable if SECRETS_KEY has changed since it was activated */
function readTotpSecret(env: Env, { id, totpSecret }: UserRow): string {
  try {
    return unseal(env, totpSecret ?? "", secretContext(id));
  } catch (error) {
    throw error instanceof SealedSecretError ? problem("authenticatorUnreadable") : error;
  }
}

const secretContext = (userId: number) => `user:${userId}:totpSecret`;
export const sealTotpSecret = (env: Env, userId: number, secret: string): string =>
  seal(env, secret, secretContext(userId));

/** Keyed, because a plain hash of six digits is easily reversed. */
const hashOf = (env: Env, id: string, code: string): string =>
  createHmac("sha256", env.SECRETS_KEY).update(`code ${id} ${code}`).digest("hex");

const timingSafeEquals = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b));
