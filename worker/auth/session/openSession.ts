import type { BatchItem } from "drizzle-orm/batch";
import { toIsoSeconds } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { SessionRecord } from "#domain/endpoints/account/session.ts";
import type { Database } from "#worker/db/database.ts";
import { session } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { findLiveSession } from "./actor.ts";
import { issueRefreshToken, sha256, signAccessToken } from "./sessionTokens.ts";

/** Lifetime of a session that is not refreshed. */
const idleTimeoutMs = 12 * 3_600_000;
/** Maximum lifetime of a session after its login. */
const maxSessionMs = 7 * 24 * 3_600_000;

/** When a session that is refreshed now expires; `dateCreated` is the time of its login. */
export const computeSessionExpiry = (dateCreated: string): string =>
  toIsoSeconds(new Date(Math.min(Date.now() + idleTimeoutMs, Date.parse(dateCreated) + maxSessionMs)));

export interface NewSession {
  userId: number;
  customerId: number;
  /** The super admin who acts in a switched session. */
  realUserId: number | null;
  /** Time of the login. A switched session inherits it, so it lives no longer than the session it came from. */
  dateCreated: string;
  /** When the password was last confirmed; a switched session inherits it too. */
  confirmedAt?: string | null;
  remoteAddr: string;
  userAgent: string | null;
}

/** Prepares a session: the statement that stores it, and a function that reads its record once the batch is written. */
export async function openSession(env: Env, db: Database, newSession: NewSession) {
  const id = crypto.randomUUID();
  const refreshSecret = issueRefreshToken(env, id);
  const statement: BatchItem<"sqlite"> = db.insert(session).values({
    ...newSession,
    id,
    refreshHash: await sha256(refreshSecret),
    expiresAt: computeSessionExpiry(newSession.dateCreated),
  });
  return { id, statement, record: () => readSessionRecord(env, db, id, refreshSecret) };
}

/**
 * The session as the console stores it (1§3).
 * @param issuedAt when its access token was issued, in seconds since 1970; now if left out
 * @throws sessionEnded when its user may no longer log in
 */
export async function readSessionRecord(
  env: Env,
  db: Database,
  id: string,
  refreshSecret: string,
  issuedAt?: number,
): Promise<SessionRecord> {
  const live = await findLiveSession(db, id);
  if (!live) throw problem("sessionEnded");
  const { actor } = live;
  return {
    access_token: await signAccessToken(env, id, issuedAt),
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
