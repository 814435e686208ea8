import { randomInt } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { unambiguousCharacters } from "#domain/access/licenseCode.ts";
import type { Database } from "#worker/db/database.ts";
import { oneTimeCode } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { codeHashOf, markCodeUsed, timingSafeEquals } from "./oneTimeCode.ts";

const recoveryPurpose = "RECOVERY";
const recoveryCodeCount = 10;
const recoveryCodeLength = 10;
/** Recovery codes do not expire. */
const recoveryCodesExpireAt = "9999-12-31T00:00:00Z";
export const recoveryCodePattern = new RegExp(`^[${unambiguousCharacters}]{${recoveryCodeLength}}$`);

const unusedCodesCondition = (userId: number) =>
  and(eq(oneTimeCode.userId, userId), eq(oneTimeCode.purpose, recoveryPurpose), isNull(oneTimeCode.usedAt));

export const countRecoveryCodes = (db: Database, userId: number): Promise<number> =>
  db.$count(oneTimeCode, unusedCodesCondition(userId));

/** Statement that makes a user's recovery codes unusable. */
export const deleteRecoveryCodesStatement = (db: Database, userId: number) =>
  db.delete(oneTimeCode).where(and(eq(oneTimeCode.userId, userId), eq(oneTimeCode.purpose, recoveryPurpose)));

/** Statement to run after a second factor was removed: deletes the recovery codes once no factor is left that they could replace. */
export const deleteUnusableRecoveryCodesStatement = (db: Database, userId: number) =>
  db.delete(oneTimeCode).where(
    and(
      eq(oneTimeCode.userId, userId),
      eq(oneTimeCode.purpose, recoveryPurpose),
      sql`NOT EXISTS (SELECT 1 FROM passkey p WHERE p.user_id = ${userId})
        AND NOT EXISTS (SELECT 1 FROM user u WHERE u.id = ${userId} AND u.two_factor_authentication_type = 'TOTP'
          AND u.totp_secret IS NOT NULL)`,
    ),
  );

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
      codeHash: codeHashOf(env, id, code),
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

export async function consumeRecoveryCode(
  env: Env,
  db: Database,
  userId: number,
  code: string,
): Promise<boolean> {
  const unusedCodes = await db.select().from(oneTimeCode).where(unusedCodesCondition(userId));
  const match = unusedCodes.find(({ id, codeHash }) => timingSafeEquals(codeHash, codeHashOf(env, id, code)));
  return match !== undefined && markCodeUsed(db, match.id);
}
