import { and, eq, gt, gte, lt, sql } from "drizzle-orm";
import { problem } from "../../domain/problem";
import type { Database } from "../db/database";
import { attemptCounter } from "../db/schema";
import type { AppContext } from "../http/context";

/** How many attempts something takes within a window of seconds. */
export interface Limit {
  key: string;
  attempts: number;
  window: number;
}

const seconds = () => Math.floor(Date.now() / 1000);

/**
 * Counts an attempt before it is looked at, so that a thousand at once are a thousand counted.
 * @throws tooManyAttempts with the seconds until the window ends.
 */
export async function countAttempts(db: Database, limits: readonly Limit[]): Promise<void> {
  const at = seconds();
  for (const limit of limits) {
    const [counter] = await db
      .insert(attemptCounter)
      .values({ key: limit.key, attempts: 1, windowEnds: at + limit.window })
      .onConflictDoUpdate({
        target: attemptCounter.key,
        set: {
          attempts: sql`CASE WHEN ${attemptCounter.windowEnds} <= ${at} THEN 1 ELSE ${attemptCounter.attempts} + 1 END`,
          windowEnds: sql`CASE WHEN ${attemptCounter.windowEnds} <= ${at} THEN ${at + limit.window} ELSE ${attemptCounter.windowEnds} END`,
        },
      })
      .returning();
    if (counter && counter.attempts > limit.attempts) throw tooManyAttempts(counter.windowEnds);
  }
}

export const tooManyAttempts = (windowEnds: number) =>
  problem("tooManyAttempts", { retryAfter: Math.max(1, windowEnds - seconds()) });

/** Selects the counter if it has reached its limit, for calls that count only what was wrong. */
export const blockedUntil = (db: Database, limit: Limit) =>
  db
    .select({ windowEnds: attemptCounter.windowEnds })
    .from(attemptCounter)
    .where(
      and(
        eq(attemptCounter.key, limit.key),
        gt(attemptCounter.windowEnds, seconds()),
        gte(attemptCounter.attempts, limit.attempts),
      ),
    );

/** An attempt that turned out right does not count. */
export async function forgiveAttempts(db: Database, keys: readonly string[]): Promise<void> {
  await db.run(
    sql`UPDATE attempt_counter SET attempts = max(0, attempts - 1) WHERE key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`,
  );
}

export const forgetEndedWindows = (db: Database) =>
  db.delete(attemptCounter).where(lt(attemptCounter.windowEnds, seconds()));

/** Cloudflare sets this header itself and drops what a client put there. */
export const addressOf = (c: AppContext): string => c.req.header("cf-connecting-ip") ?? "unknown";
