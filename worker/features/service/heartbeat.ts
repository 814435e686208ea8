import { eq, sql } from "drizzle-orm";
import { inSeconds, now } from "../../../domain/fields";
import type { JobMessage } from "../../../queues/messages";
import type { Database } from "../../db/database";
import { heartbeat } from "../../db/schema";

const part = "queues";
/** Seconds between two messages that health calls send. */
const sendEvery = 60;
/** Seconds until an unanswered message counts as lost. */
const lostAfter = 300;

/**
 * Whether messages come through the queue. A health call sends one at most every minute, and its consumer notes when one arrives.
 * `ok`: the last one has arrived, or one did within five minutes. `waiting`: one is on its way. `failing`: none has arrived since one
 * was sent five minutes ago. Time in which nobody asked does not count.
 */
export async function queueHealth(
  env: { JOBS: { send(message: JobMessage): Promise<unknown> } },
  db: Database,
): Promise<"ok" | "waiting" | "failing"> {
  const at = now();
  // Of many health calls in a minute one sends. `since` moves on only when everything sent before has been answered.
  const due = await db.get<{ part: string } | undefined>(sql`
    INSERT INTO heartbeat (part, since, sent) VALUES (${part}, ${at}, ${at})
    ON CONFLICT (part) DO UPDATE SET since = iif(received >= since, excluded.since, since), sent = excluded.sent
      WHERE sent <= ${inSeconds(-sendEvery)} RETURNING part`);
  if (due) await env.JOBS.send({ kind: "heartbeat", sent: at });
  const beat = await db.select().from(heartbeat).where(eq(heartbeat.part, part)).get();
  if (!beat) return "waiting";
  const { since, received } = beat;
  if (received !== null && received >= since) return "ok";
  if (since < inSeconds(-lostAfter)) return "failing";
  return received !== null && received >= inSeconds(-lostAfter) ? "ok" : "waiting";
}

export const receiveHeartbeat = (db: Database, sent: string): Promise<unknown> =>
  db
    .insert(heartbeat)
    .values({ part, since: sent, sent, received: now() })
    .onConflictDoUpdate({ target: heartbeat.part, set: { received: now() } });
