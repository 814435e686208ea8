import { eq } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { type UserRow, user } from "#worker/db/schema/index.ts";

/**
 * A super admin acting as a user must not change the password or second factor.
 * @throws switchedSession
 */
export function assertNotImpersonating(actor: Actor): void {
  if (actor.realUserId !== null) throw problem("switchedSession");
}

/** @throws sessionEnded if the user has been deleted */
export async function findOwnUser(db: Database, actor: Actor): Promise<UserRow> {
  const ownUser = await db.select().from(user).where(eq(user.id, actor.userId)).get();
  if (!ownUser) throw problem("sessionEnded");
  return ownUser;
}
