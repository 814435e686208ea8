import { eq, sql } from "drizzle-orm";
import { inSeconds, now } from "../../../domain/fields";
import type { Database } from "../../db/database";
import { heartbeat } from "../../db/schema";
import type { Env } from "../../env";

const part = "queues";
/** Seconds between two messages sent by health calls, and until a lost one counts as a failure. */
const sendEvery = 60;
const lostAfter = 300;

/**
 * Whether messages come through the queue. A health call sends one now and then, and its consumer notes that it came: `ok` when
 * one did of late, `waiting` while the first is on its way, `failing` when they go and do not come.
 */
export async function queueHealth(env: Env, db: Database): Promise<"ok" | "waiting" | "failing"> {
  const at = now();
  // Of many health calls in a minute one sends.
  const due = await db.get<{ part: string } | undefined>(sql`
    INSERT INTO heartbeat (part, since, sent) VALUES (${part}, ${at}, ${at})
    ON CONFLICT (part) DO UPDATE SET sent = excluded.sent WHERE sent <= ${inSeconds(-sendEvery)} RETURNING part`);
  if (due) await env.JOBS.send({ kind: "heartbeat", sent: at });
  const beat = await db.select().from(heartbeat).where(eq(heartbeat.part, part)).get();
  const last = beat?.received ?? beat?.since ?? at;
  if (last < inSeconds(-lostAfter)) return due ? "waiting" : "failing";
  return beat?.received ? "ok" : "waiting";
}

export const receiveHeartbeat = (db: Database, sent: string): Promise<unknown> =>
  db
    .insert(heartbeat)
    .values({ part, since: sent, sent, received: now() })
    .onConflictDoUpdate({ target: heartbeat.part, set: { received: now() } });
