import { eq } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { freshLoginSeconds } from "#domain/access/sessionTimes.ts";
import { addSeconds } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { session, type UserRow } from "#worker/db/schema/index.ts";
import { countSessionAttempts } from "../callLimits.ts";
import { resetAttempts } from "../rateLimit.ts";
import { verifyPassword } from "./password.ts";

/** Wrong passwords in sessions are counted separately, so that strangers' failed logins do not keep the owner from changing a password. */
export const passwordLimitOf = (userId: number) => ({
  key: `password:user:${userId}`,
  maxAttempts: 10,
  windowSeconds: 15 * 60,
});

/**
 * Checks the current password, so that an open session is not enough to take over the account.
 * @throws invalid, naming the field; attemptsExhausted after too many
 */
export async function assertPassword(
  db: Database,
  ownUser: Pick<UserRow, "id" | "password">,
  currentPassword: string,
): Promise<void> {
  const limit = passwordLimitOf(ownUser.id);
  await countSessionAttempts(db, [limit]);
  if (!(await verifyPassword(currentPassword, ownUser.password)))
    throw problem("invalid", { fields: { currentPassword: "invalid" } });
  await resetAttempts(db, [limit.key]);
}

/**
 * Checks that the session's login, or its last confirmed password, is recent. Not cached: another isolate may have confirmed it.
 * @throws confirmationRequired
 */
export async function assertFreshLogin(db: Database, { sessionId }: Actor): Promise<void> {
  const sessionRow = await db
    .select({ loggedInAt: session.dateCreated, confirmedAt: session.confirmedAt })
    .from(session)
    .where(eq(session.id, sessionId))
    .get();
  const confirmedAt = sessionRow?.confirmedAt ?? sessionRow?.loggedInAt;
  if (!confirmedAt || confirmedAt < addSeconds(-freshLoginSeconds)) throw problem("confirmationRequired");
}
