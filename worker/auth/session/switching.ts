import { and, eq, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { problem } from "#domain/core/problem.ts";
import type { SessionRecord } from "#domain/endpoints/account/session.ts";
import { auditStatement } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { customer, session, user } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { authorOf, evictSession } from "./actor.ts";
import { endSessionStatement } from "./endSession.ts";
import { openSession } from "./openSession.ts";

interface SwitchTarget {
  userId: number;
  customerId: number;
  realUserId: number | null;
  /** The fields of the new session in the audit log. */
  auditFields: Record<string, string>;
}

/** Lets a super admin act as another user. The session records the super admin. */
export async function switchUser(env: Env, db: Database, actor: Actor, id: number): Promise<SessionRecord> {
  const realUserId = actor.realUserId ?? actor.userId;
  if (id === realUserId) return actor.realUserId === null ? throwRuleBroken() : switchBack(env, db, actor);
  const target = await db.select().from(user).where(eq(user.id, id)).get();
  if (!target) throw problem("notFound");
  if (!target.enabled || target.accountLocked || target.accountExpired) throw problem("accountClosed");
  return replaceSession(env, db, actor, {
    userId: target.id,
    customerId: target.customerId,
    realUserId,
    auditFields: { username: target.username },
  });
}

const throwRuleBroken = (): never => {
  throw problem("ruleBroken");
};

export async function switchBack(env: Env, db: Database, actor: Actor): Promise<SessionRecord> {
  if (actor.realUserId === null) throw problem("forbidden");
  const realUser = await db.select().from(user).where(eq(user.id, actor.realUserId)).get();
  if (!realUser) throw problem("forbidden");
  return replaceSession(env, db, actor, {
    userId: realUser.id,
    customerId: realUser.customerId,
    realUserId: null,
    auditFields: { username: realUser.username },
  });
}

/** The customers a user may act in: their own, and those they have been granted. */
export const listSwitchOptions = (db: Database, actor: Actor) =>
  db
    .select({ id: customer.id, name: customer.name })
    .from(customer)
    .where(
      sql`${customer.id} IN (SELECT customer_id FROM user WHERE id = ${actor.userId}
        UNION SELECT customer_id FROM user_customer WHERE user_id = ${actor.userId})`,
    )
    .orderBy(customer.nameKey, customer.id);

export async function switchCustomer(
  env: Env,
  db: Database,
  actor: Actor,
  id: number,
): Promise<SessionRecord> {
  const option = (await listSwitchOptions(db, actor)).find((option) => option.id === id);
  if (!option) throw problem("notFound");
  return replaceSession(env, db, actor, {
    userId: actor.userId,
    customerId: option.id,
    realUserId: actor.realUserId,
    auditFields: { customer: option.name },
  });
}

/**
 * Ends the session and opens another in one batch. The new one has its own id, so that no cache mixes them up, and keeps the login
 * date, which limits how long it can be refreshed.
 * @throws sessionEnded if the session has ended in the meantime
 */
async function replaceSession(
  env: Env,
  db: Database,
  actor: Actor,
  { auditFields, ...target }: SwitchTarget,
): Promise<SessionRecord> {
  const previousSession = await db.select().from(session).where(eq(session.id, actor.sessionId)).get();
  if (!previousSession) throw problem("sessionEnded");
  const newSession = await openSession(env, db, {
    ...target,
    dateCreated: previousSession.dateCreated,
    remoteAddr: previousSession.remoteAddr ?? "",
    userAgent: previousSession.userAgent,
    confirmedAt: previousSession.confirmedAt,
  });
  const previousValues: Record<string, string> = { username: actor.username, customer: actor.customerName };
  const isReplaced = await batchIf(
    db,
    sql`EXISTS (SELECT 1 FROM session WHERE ${and(eq(session.id, previousSession.id), sql`ended_at IS NULL`)})`,
    [
      endSessionStatement(db, previousSession.id, "SWITCHED"),
      newSession.statement,
      auditStatement(db, {
        author: authorOf(actor),
        objectClass: "siteproof.Session",
        objectId: newSession.id,
        action: "CREATE",
        params: Object.fromEntries(
          Object.entries(auditFields).map(([field, newValue]) => [
            field,
            { before: previousValues[field], after: newValue },
          ]),
        ),
      }),
    ],
  );
  evictSession(previousSession.id);
  if (!isReplaced) throw problem("sessionEnded");
  return newSession.record();
}
