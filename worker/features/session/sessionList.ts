import { and, desc, eq, gt, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { confirmWithPasskey, passkeyConfirmationOptions } from "#domain/endpoints/account/passkeys.ts";
import {
  confirmPassword,
  endOtherSessions,
  endOwnSession,
  listSessions,
} from "#domain/endpoints/account/sessionList.ts";
import { mount } from "#worker/api/mount.ts";
import { clearSessionCache } from "#worker/auth/session/actor.ts";
import { assertPassword } from "#worker/auth/session/ownPassword.ts";
import { createConfirmationOptions, verifyAssertion } from "#worker/auth/session/passkey.ts";
import type { Database } from "#worker/db/database.ts";
import { session, user } from "#worker/db/schema/index.ts";
import type { App } from "#worker/http/context.ts";

const maxSessions = 100;

/** /profile: the user's open sessions, including those in which they act as someone else. */
export function mountSessionList(app: App): void {
  mount(app, listSessions, async ({ db, actor }) => {
    const rows = await db
      .select({ row: session, username: user.username })
      .from(session)
      .innerJoin(user, eq(user.id, session.userId))
      .where(openSessionsCondition(actor))
      .orderBy(
        desc(sql`${session.id} = ${session.id.mapToDriverValue(actor.sessionId)}`),
        desc(session.lastRefreshed),
        desc(session.id),
      )
      .limit(maxSessions);
    return {
      items: rows.map(({ row, username }) => ({
        id: row.id,
        current: row.id === actor.sessionId,
        actingAs: row.realUserId === null ? null : username,
        address: row.remoteAddr,
        userAgent: row.userAgent,
        dateCreated: row.dateCreated,
        lastRefreshed: row.lastRefreshed,
        expires: row.expiresAt,
      })),
    };
  });
  mount(app, endOwnSession, async ({ db, actor, params }) => {
    const count = await endSessions(db, actor, eq(session.id, params.id));
    if (count === 0) throw problem("notFound");
    return { success: true } as const;
  });
  mount(app, confirmPassword, async ({ db, actor, body }) => {
    const realUser = await db
      .select({ id: user.id, password: user.password })
      .from(user)
      .where(eq(user.id, realUserIdOf(actor)))
      .get();
    if (!realUser) throw problem("sessionEnded");
    await assertPassword(db, realUser, body.currentPassword);
    return confirmSession(db, actor);
  });
  mount(app, passkeyConfirmationOptions, ({ env, db, actor }) =>
    createConfirmationOptions(env, db, realUserIdOf(actor), actor.sessionId),
  );
  mount(app, confirmWithPasskey, async ({ env, db, actor, body }) => {
    const assertion = await verifyAssertion(env, db, body.passkey, actor.sessionId);
    if (!assertion?.isVerified || assertion.userId !== realUserIdOf(actor)) throw problem("passkeyRefused");
    return confirmSession(db, actor);
  });
  mount(app, endOtherSessions, async ({ db, actor }) => ({
    success: true as const,
    count: await endSessions(db, actor, ne(session.id, actor.sessionId)),
  }));
}

async function confirmSession(db: Database, { sessionId }: Actor) {
  await db.update(session).set({ confirmedAt: now() }).where(eq(session.id, sessionId));
  return { success: true } as const;
}

/** The user who logged in, who may be acting as another one. */
const realUserIdOf = ({ userId, realUserId }: Actor): number => realUserId ?? userId;

/** Condition for the open sessions that the real user logged in to. */
function openSessionsCondition(actor: Actor): SQL | undefined {
  const ownUserId = realUserIdOf(actor);
  return and(
    or(and(eq(session.userId, ownUserId), isNull(session.realUserId)), eq(session.realUserId, ownUserId)),
    isNull(session.endedAt),
    gt(session.expiresAt, now()),
  );
}

/** Ends sessions of the actor. Returns the number of ended sessions. @throws switchedSession */
async function endSessions(db: Database, actor: Actor, sessionCondition: SQL): Promise<number> {
  if (actor.realUserId !== null) throw problem("switchedSession");
  const endedSessions = await db
    .update(session)
    .set({ endedAt: now(), endReason: "ENDED_BY_USER" })
    .where(and(openSessionsCondition(actor), sessionCondition))
    .returning({ id: session.id });
  clearSessionCache();
  return endedSessions.length;
}
