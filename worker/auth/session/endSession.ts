import { and, eq, isNull, ne, or } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { session } from "#worker/db/schema/index.ts";
import { evictSession } from "./actor.ts";

export async function endSession(db: Database, id: string, reason: string): Promise<void> {
  await endSessionStatement(db, id, reason);
  evictSession(id);
}

/** Statement that ends a session. */
export const endSessionStatement = (db: Database, id: string, reason: string) =>
  db
    .update(session)
    .set({ endedAt: now(), endReason: reason })
    .where(and(eq(session.id, id), isNull(session.endedAt)));

/**
 * Statement that ends a user's sessions after a changed password or a disabled account, also those in which the user acts as another.
 * The session `keptSessionId` continues. Isolates drop ended sessions from their caches within seconds.
 */
export const endUserSessionsStatement = (db: Database, userId: number, reason: string, keptSessionId = "") =>
  db
    .update(session)
    .set({ endedAt: now(), endReason: reason })
    .where(
      and(
        or(eq(session.userId, userId), eq(session.realUserId, userId)),
        ne(session.id, keptSessionId),
        isNull(session.endedAt),
      ),
    );
