import { eq, sql } from "drizzle-orm";
import { addSeconds, now } from "#domain/core/fields.ts";
import type { JobMessage } from "#queues/messages.ts";
import type { Database } from "#worker/db/database.ts";
import { rowOf, text } from "#worker/db/rows.ts";
import { heartbeat } from "#worker/db/schema/index.ts";

const part = "queues";
/** Seconds between two messages that health calls send. */
const sendIntervalSeconds = 60;
/** Seconds until an unanswered message counts as lost. */
const lostAfterSeconds = 300;

/**
 * Whether messages pass through the queue. A health call sends a message at most once a minute, and its consumer records the
 * arrival. `ok`: the last message has arrived, or one did within five minutes. `waiting`: one is under way. `failing`: none has
 * arrived for five minutes after one was sent. Time without health calls does not count.
 */
export async function queueHealth(
  env: { JOBS: { send(message: JobMessage): Promise<unknown> } },
  db: Database,
): Promise<"ok" | "waiting" | "failing"> {
  const at = now();
  // One health call a minute sends. `since` moves on only when every earlier message has arrived.
  const due = await rowOf(
    db,
    { part: text("part") },
    (columns) => sql`
    INSERT INTO heartbeat (part, since, sent) VALUES (${part}, ${at}, ${at})
    ON CONFLICT (part) DO UPDATE SET since = iif(received >= since, excluded.since, since), sent = excluded.sent
      WHERE sent <= ${addSeconds(-sendIntervalSeconds)} RETURNING ${columns}`,
  );
  if (due) await env.JOBS.send({ kind: "heartbeat", sent: at });
  const beat = await db.select().from(heartbeat).where(eq(heartbeat.part, part)).get();
  if (!beat) return "waiting";
  const { since, received } = beat;
  if (received !== null && received >= since) return "ok";
  if (since < addSeconds(-lostAfterSeconds)) return "failing";
  return received !== null && received >= addSeconds(-lostAfterSeconds) ? "ok" : "waiting";
}

export const receiveHeartbeat = (db: Database, sent: string): Promise<unknown> =>
  db
    .insert(heartbeat)
    .values({ part, since: sent, sent, received: now() })
    .onConflictDoUpdate({ target: heartbeat.part, set: { received: now() } });
