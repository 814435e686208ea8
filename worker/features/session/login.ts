import { and, eq, gt, isNull, ne } from "drizzle-orm";
import type { z } from "zod";
import type { login as loginEndpoint, SessionRecord } from "../../../domain/endpoints/session";
import { isoSeconds, now } from "../../../domain/fields";
import { problem } from "../../../domain/problem";
import type { Database } from "../../db/database";
import { authenticationSuccessEvent, session, user } from "../../db/schema";
import type { Env } from "../../env";
import { forgetSession, liveSession } from "./actor";
import { countAttempts, forgiveAttempts } from "./attempts";
import { verifyPassword } from "./password";
import { issueSecret, sha256, signAccessToken, wasIssued } from "./tokens";

const window = 15 * 60;
const attemptsPerUser = 10;
const attemptsPerAddress = 100;

/** A session ends when nothing has refreshed it for this long, and at the latest a week after the login. Milliseconds. */
const idleLifetime = 12 * 3_600_000;
const longestLifetime = 7 * 24 * 3_600_000;

const expiry = (dateCreated: string) =>
  isoSeconds(new Date(Math.min(Date.now() + idleLifetime, Date.parse(dateCreated) + longestLifetime)));

export async function login(
  env: Env,
  db: Database,
  { username, password, code }: z.output<NonNullable<typeof loginEndpoint.body>>,
  address: string,
): Promise<SessionRecord> {
  const usernameKey = username.trim().toLowerCase();
  const counters = [`login:user:${await sha256(usernameKey)}`, `login:address:${address}`] as const;
  await countAttempts(db, [
    { key: counters[0], attempts: attemptsPerUser, window },
    { key: counters[1], attempts: attemptsPerAddress, window },
  ]);
  const found = await db.select().from(user).where(eq(user.usernameKey, usernameKey)).get();
  const right = await verifyPassword(password, found?.password ?? null);
  // Locked, disabled and expired accounts are told no more than a wrong password is.
  if (!right || !found?.enabled || found.accountLocked || found.accountExpired || found.passwordExpired)
    throw problem("loginFailed");
  if (found.twoFactorAuthenticationType !== "NONE") {
    // Until codes can be checked, an account that asks for one lets nobody in.
    throw problem(code ? "loginFailed" : "secondFactorRequired");
  }
  const opened = now();
  const id = crypto.randomUUID();
  const refreshSecret = issueSecret(env, id);
  await db.batch([
    db.insert(session).values({
      id,
      userId: found.id,
      customerId: found.customerId,
      refreshHash: await sha256(refreshSecret),
      dateCreated: opened,
      expires: expiry(opened),
      remoteAddr: address,
    }),
    db.insert(authenticationSuccessEvent).values({ userId: found.id, remoteAddr: address }),
  ]);
  await forgiveAttempts(db, counters);
  return recordOf(env, db, id, refreshSecret);
}

/** Swaps the refresh token. One that is not the newest of its session was used before: the session ends for whoever holds it. */
export async function refresh(env: Env, db: Database, token: string): Promise<SessionRecord> {
  const [id = "", secret = "", ...more] = token.split(".");
  // Only a secret of ours that is not the newest was used before. A made-up one must not end anybody's session.
  if (more.length > 0 || !wasIssued(env, id, secret)) throw problem("sessionEnded");
  const known = await db.select().from(session).where(eq(session.id, id)).get();
  if (!known || known.ended || known.expires <= now()) throw problem("sessionEnded");
  const next = issueSecret(env, id);
  const swapped = await db
    .update(session)
    .set({ refreshHash: await sha256(next), lastRefreshed: now(), expires: expiry(known.dateCreated) })
    .where(
      and(
        eq(session.id, id),
        eq(session.refreshHash, await sha256(secret)),
        isNull(session.ended),
        gt(session.expires, now()),
      ),
    )
    .returning({ id: session.id });
  if (swapped.length === 0) {
    await endSession(db, id, "REFRESH_TOKEN_REUSED");
    throw problem("sessionEnded");
  }
  forgetSession(id);
  return recordOf(env, db, id, next);
}

export async function endSession(db: Database, id: string, reason: string): Promise<void> {
  await db
    .update(session)
    .set({ ended: now(), endReason: reason })
    .where(and(eq(session.id, id), isNull(session.ended)));
  forgetSession(id);
}

/** Ends what a changed password or a disabled account leaves open; `except` keeps the session the change was made in. */
export async function endSessionsOf(
  db: Database,
  userId: number,
  reason: string,
  except = "",
): Promise<void> {
  const ended = await db
    .update(session)
    .set({ ended: now(), endReason: reason })
    .where(and(eq(session.userId, userId), ne(session.id, except), isNull(session.ended)))
    .returning({ id: session.id });
  for (const { id } of ended) forgetSession(id);
}

async function recordOf(env: Env, db: Database, id: string, refreshSecret: string): Promise<SessionRecord> {
  const live = await liveSession(db, id);
  if (!live) throw problem("sessionEnded");
  const { actor } = live;
  return {
    access_token: await signAccessToken(env, id),
    refresh_token: `${id}.${refreshSecret}`,
    userId: actor.userId,
    username: actor.username,
    customerId: actor.customerId,
    customerName: actor.customerName,
    roles: [...actor.authorities],
    products: [...actor.products],
    exportDocumentTypes: live.exportDocumentTypes,
    documentationStatuses: live.documentationStatuses,
  };
}
