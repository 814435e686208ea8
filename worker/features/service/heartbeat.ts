import { eq, sql } from "drizzle-orm";
import { addSeconds, now } from "#domain/core/fields.ts";
import type { JobMessage } from "#queues/messages.ts";
import type { Database } from "#worker/db/database.ts";
import { selectRow, text } from "#worker/db/rows.ts";
import { heartbeat } from "#worker/db/schema/index.ts";

const queueComponent = "queues";
/** Minimum seconds between messages of health calls. */
const sendIntervalSeconds = 60;
/** Seconds until an unanswered message counts as lost. */
const lostAfterSeconds = 300;

/**
 * Checks whether messages pass through the queue. Health calls send a message at most once a minute, and its consumer records the
 * arrival. `ok`: the last message has arrived, or another did within five minutes. `waiting`: a message is on its way. `failing`: none has
 * arrived for five minutes after one was sent. Time without health calls does not count.
 */
export async function checkQueueHealth(
  env: { JOBS: { send(message: JobMessage): Promise<unknown> } },
  db: Database,
): Promise<"ok" | "waiting" | "failing"> {
  const sentAt = now();
  // One health call a minute sends a message. `oldest_sent_at` advances only once every earlier message has arrived.
  const sentRow = await selectRow(
    db,
    { component: text("component") },
    (columns) => sql`
    INSERT INTO heartbeat (component, oldest_sent_at, sent_at) VALUES (${queueComponent}, ${sentAt}, ${sentAt})
    ON CONFLICT (component) DO UPDATE SET oldest_sent_at = iif(received_at >= oldest_sent_at, excluded.oldest_sent_at, oldest_sent_at),
        sent_at = excluded.sent_at
      WHERE sent_at <= ${addSeconds(-sendIntervalSeconds)} RETURNING ${columns}`,
  );
  if (sentRow) await env.JOBS.send({ kind: "heartbeat", sent: sentAt });
  const row = await db.select().from(heartbeat).where(eq(heartbeat.component, queueComponent)).get();
  if (!row) return "waiting";
  const { oldestSentAt, receivedAt } = row;
  if (receivedAt !== null && receivedAt >= oldestSentAt) return "ok";
  if (oldestSentAt < addSeconds(-lostAfterSeconds)) return "failing";
  return receivedAt !== null && receivedAt >= addSeconds(-lostAfterSeconds) ? "ok" : "waiting";
}

export const receiveHeartbeat = (db: Database, sentAt: string): Promise<unknown> =>
  db
    .insert(heartbeat)
    .values({ component: queueComponent, oldestSentAt: sentAt, sentAt, receivedAt: now() })
    .onConflictDoUpdate({ target: heartbeat.component, set: { receivedAt: now() } });
