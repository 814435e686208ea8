import { and, eq, gt, isNull } from "drizzle-orm";
import { refreshGraceSeconds } from "#domain/access/sessionTimes.ts";
import { addSeconds, now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { SessionRecord } from "#domain/endpoints/account/session.ts";
import type { Database } from "#worker/db/database.ts";
import { session } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { evictSession } from "./actor.ts";
import { endSession } from "./endSession.ts";
import { computeSessionExpiry, readSessionRecord } from "./openSession.ts";
import { createNextRefreshToken, isIssuedRefreshToken, sha256 } from "./sessionTokens.ts";

/**
 * Replaces the refresh token. The token before the newest gets the same response again for a minute, because the first one may have been
 * lost; any other token issued to the session ends it.
 * @throws sessionEnded
 */
export async function refreshSession(env: Env, db: Database, token: string): Promise<SessionRecord> {
  const [id = "", secret = "", ...surplusParts] = token.split(".");
  // A made-up secret must not end a session; only an issued one can have been used before.
  if (surplusParts.length > 0 || !isIssuedRefreshToken(env, id, secret)) throw problem("sessionEnded");
  const sessionRow = await db.select().from(session).where(eq(session.id, id)).get();
  if (!sessionRow || sessionRow.endedAt || sessionRow.expiresAt <= now()) throw problem("sessionEnded");
  const newSecret = createNextRefreshToken(env, id, secret);
  const newHash = await sha256(newSecret);
  const liveCondition = and(eq(session.id, id), isNull(session.endedAt), gt(session.expiresAt, now()));
  const [updatedSession] = await db
    .update(session)
    .set({
      refreshHash: newHash,
      lastRefreshed: now(),
      expiresAt: computeSessionExpiry(sessionRow.dateCreated),
    })
    .where(and(liveCondition, eq(session.refreshHash, await sha256(secret))))
    .returning();
  // Of two concurrent calls, the other may have replaced the token, so the session is read again.
  const refreshedSession =
    updatedSession ??
    (await db
      .select()
      .from(session)
      .where(
        and(
          liveCondition,
          eq(session.refreshHash, newHash),
          gt(session.lastRefreshed, addSeconds(-refreshGraceSeconds)),
        ),
      )
      .get());
  if (!refreshedSession) {
    await endSession(db, id, "REFRESH_TOKEN_REUSED");
    throw problem("sessionEnded");
  }
  evictSession(id);
  return readSessionRecord(env, db, id, newSecret, Date.parse(refreshedSession.lastRefreshed) / 1000);
}
