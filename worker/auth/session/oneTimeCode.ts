import { createHmac, timingSafeEqual } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { oneTimeCode } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";

/** Keyed, because a plain hash of six digits is easily reversed. */
export const codeHashOf = (env: Env, id: string, code: string): string =>
  createHmac("sha256", env.SECRETS_KEY).update(`code ${id} ${code}`).digest("hex");

export const timingSafeEquals = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Of two logins with the same code, one succeeds. */
export async function markCodeUsed(db: Database, id: string): Promise<boolean> {
  const usedCodes = await db
    .update(oneTimeCode)
    .set({ usedAt: now() })
    .where(and(eq(oneTimeCode.id, id), isNull(oneTimeCode.usedAt)))
    .returning({ id: oneTimeCode.id });
  return usedCodes.length === 1;
}
