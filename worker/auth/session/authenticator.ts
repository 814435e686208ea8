import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { generateSecret, generateURI, verify } from "otplib";
import { problem } from "#domain/core/problem.ts";
import { user as userContract } from "#domain/resources/index.ts";
import { type Author, auditStatement, changeParamsOf } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { type UserRow, user } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { SealedSecretError, sealSecret, unsealSecret } from "#worker/secrets.ts";

/** Seconds by which the authenticator's clock may differ: one TOTP step. */
const clockDriftSeconds = 30;

/** Until the authenticator is activated, a TOTP user gets codes by mail. */
export const usesAuthenticator = ({
  twoFactorAuthenticationType,
  totpSecret,
}: Pick<UserRow, "twoFactorAuthenticationType" | "totpSecret">): boolean =>
  twoFactorAuthenticationType === "TOTP" && totpSecret !== null;

export async function verifyAuthenticatorCode(
  env: Env,
  db: Database,
  userRow: UserRow,
  code: string,
): Promise<boolean> {
  const step = await verifyTotpStep(readTotpSecret(env, userRow), code, userRow.totpLastStep);
  if (step === null) return false;
  // Of two logins with the same code, one succeeds.
  const updatedRows = await db
    .update(user)
    .set({ totpLastStep: step })
    .where(and(eq(user.id, userRow.id), or(isNull(user.totpLastStep), lt(user.totpLastStep, step))))
    .returning({ id: user.id });
  return updatedRows.length === 1;
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

export interface NewAuthenticator {
  secret: string;
  code: string;
}

/**
 * Activates an authenticator with its first code.
 * @param address the client's network address, for the audit log
 * @returns false if the code is wrong
 * @throws ruleBroken if the user has one, or the second factor was changed in the meantime
 */
export async function activateAuthenticator(
  env: Env,
  db: Database,
  userRow: UserRow,
  { secret, code }: NewAuthenticator,
  { author, address }: { author: Author; address: string },
): Promise<boolean> {
  const step = await verifyTotpStep(secret, code.replace(/\s/g, ""), null).catch(() => null);
  if (step === null) return false;
  const [activatedRows] = await db.batch([
    db
      .update(user)
      .set({
        totpSecret: sealTotpSecret(env, userRow.id, secret),
        totpLastStep: step,
        twoFactorAuthenticationType: "TOTP",
        secondFactorByOwner: userRow.twoFactorAuthenticationType === "NONE",
        version: sql`${user.version} + 1`,
      })
      .where(
        and(
          eq(user.id, userRow.id),
          isNull(user.totpSecret),
          // Changed in the meantime by an administrator, who decides who may turn it off.
          eq(user.twoFactorAuthenticationType, userRow.twoFactorAuthenticationType),
        ),
      )
      .returning({ id: user.id }),
    auditStatement(db, {
      author,
      objectClass: userContract.objectClass,
      objectId: userRow.id,
      action: "UPDATE",
      params: changeParamsOf(
        { totpSecret: null, twoFactorAuthenticationType: userRow.twoFactorAuthenticationType },
        { totpSecret: secret, twoFactorAuthenticationType: "TOTP", remoteAddr: address },
      ),
    }),
  ]);
  // Already activated, for example in another tab.
  if (activatedRows.length === 0) throw problem("ruleBroken");
  return true;
}
