import type { BatchItem } from "drizzle-orm/batch";
import { isoSeconds } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { SessionRecord } from "#domain/endpoints/account/session.ts";
import type { Database } from "#worker/db/database.ts";
import { session } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { liveSession } from "./actor.ts";
import { issueRefreshToken, sha256, signAccessToken } from "./sessionTokens.ts";

/** Milliseconds a session lives without being refreshed, and at most after its login. */
const idleTimeoutMs = 12 * 3_600_000;
const maxSessionMs = 7 * 24 * 3_600_000;

/** The end of a session unless it is refreshed; `dateCreated` is its login. */
export const expiry = (dateCreated: string): string =>
  isoSeconds(new Date(Math.min(Date.now() + idleTimeoutMs, Date.parse(dateCreated) + maxSessionMs)));

export interface NewSession {
  userId: number;
  customerId: number;
  /** The super admin who acts in a switched session. */
  realUserId: number | null;
  /** The login: a switched session lives no longer than the session it came from. */
  dateCreated: string;
  remoteAddr: string;
}

/** A new session: the statement that stores it, and its record for after the batch. */
export async function openSession(env: Env, db: Database, opening: NewSession) {
  const id = crypto.randomUUID();
  const refreshSecret = issueRefreshToken(env, id);
  const statement: BatchItem<"sqlite"> = db.insert(session).values({
    ...opening,
    id,
    refreshHash: await sha256(refreshSecret),
    expiresAt: expiry(opening.dateCreated),
  });
  return { id, statement, record: () => recordOf(env, db, id, refreshSecret) };
}

/** The session as the console keeps it (1§3). @throws sessionEnded when its user may no longer log in */
export async function recordOf(
  env: Env,
  db: Database,
  id: string,
  refreshSecret: string,
): Promise<SessionRecord> {
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
