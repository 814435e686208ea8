import { and, eq, gt, gte, lt, sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { listParam } from "#worker/db/ids.ts";
import { rateLimitCounter } from "#worker/db/schema/index.ts";
import type { AppContext } from "#worker/http/context.ts";
import { sha256 } from "./session/sessionTokens.ts";

/** Attempts allowed in a window of seconds. */
export interface RateLimit {
  key: string;
  attempts: number;
  window: number;
}

const nowSeconds = () => Math.floor(Date.now() / 1000);

/**
 * Counts an attempt, or several of one call, before it is checked, so that parallel attempts are all counted.
 * @throws tooManyAttempts with the seconds until the window ends.
 */
export async function countAttempts(db: Database, limits: readonly RateLimit[], count = 1): Promise<void> {
  const at = nowSeconds();
  for (const limit of limits) {
    const [counter] = await db
      .insert(rateLimitCounter)
      .values({ key: limit.key, attempts: count, windowEnds: at + limit.window })
      .onConflictDoUpdate({
        target: rateLimitCounter.key,
        set: {
          attempts: sql`CASE WHEN ${rateLimitCounter.windowEnds} <= ${at} THEN ${count} ELSE ${rateLimitCounter.attempts} + ${count} END`,
          windowEnds: sql`CASE WHEN ${rateLimitCounter.windowEnds} <= ${at} THEN ${at + limit.window} ELSE ${rateLimitCounter.windowEnds} END`,
        },
      })
      .returning();
    if (counter && counter.attempts > limit.attempts) throw tooManyAttempts(counter.windowEnds);
  }
}

export const tooManyAttempts = (windowEnds: number) =>
  problem("tooManyAttempts", { retryAfter: Math.max(1, windowEnds - nowSeconds()) });

/** Selects the end of the window if the limit has been reached. */
const blockedUntil = (db: Database, limit: RateLimit) =>
  db
    .select({ windowEnds: rateLimitCounter.windowEnds })
    .from(rateLimitCounter)
    .where(
      and(
        eq(rateLimitCounter.key, limit.key),
        gt(rateLimitCounter.windowEnds, nowSeconds()),
        gte(rateLimitCounter.attempts, limit.attempts),
      ),
    );

/** Takes back the count of a successful attempt. */
export async function resetAttempts(db: Database, keys: readonly string[]): Promise<void> {
  await db.run(
    sql`UPDATE rate_limit_counter SET attempts = max(0, attempts - 1) WHERE key IN ${listParam(keys)}`,
  );
}

export const purgeEndedWindows = (db: Database, at: Date) =>
  db.delete(rateLimitCounter).where(lt(rateLimitCounter.windowEnds, Math.floor(at.getTime() / 1000)));

/** The client's address. Cloudflare sets this header and drops a client's own. */
export const addressOf = (c: AppContext): string => c.req.header("cf-connecting-ip") ?? "unknown";

/** Limit of all addresses, as a multiple of the limit of one. */
const globalLimitFactor = 100;

/** The limits of one address and of all addresses. */
export const addressLimits = (
  what: string,
  address: string,
  attempts: number,
  window: number,
): [RateLimit, RateLimit] => [
  { key: `${what}:address:${addressKey(address)}`, attempts, window },
  { key: `${what}:all`, attempts: attempts * globalLimitFactor, window },
];

/**
 * The key by which limits count an address. An IPv6 address counts as its /64, `2001:db8:0:1::/64`, because a client has all of it.
 * An IPv4 address, also written as `::ffff:192.0.2.1`, counts as itself.
 */
export function addressKey(address: string): string {
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address);
  if (mapped) return mapped[1]!;
  const [head = "", tail] = address.toLowerCase().split("%")[0]!.split("::");
  const groupsOf = (part: string) => (part === "" ? [] : part.split(":"));
  const [first, last] = [groupsOf(head), groupsOf(tail ?? "")];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array<string>(zeros).fill("0"), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

/** Attempts with the same wrong guess before it is blocked. */
const maxRepeatedGuesses = 30;

/**
 * Counts a wrong guess of a code or token. A guess repeated from the same address counts once, so that a device with an old code does
 * not block its network. Right codes are neither counted nor blocked.
 * @throws tooManyAttempts after too many guesses of the address, or of all addresses
 */
export async function countWrongGuess(
  db: Database,
  {
    what,
    guess,
    address,
    attempts,
    window,
  }: Omit<RateLimit, "key"> & Record<"what" | "guess" | "address", string>,
): Promise<void> {
  const limits = addressLimits(what, address, attempts, window);
  const own = {
    key: `${what}:guess:${addressKey(address)}:${await sha256(guess)}`,
    attempts: maxRepeatedGuesses,
    window,
  };
  const [blocked, repeated] = await Promise.all([
    Promise.all(limits.map((limit) => blockedUntil(db, limit).get())),
    db
      .select({ key: rateLimitCounter.key })
      .from(rateLimitCounter)
      .where(and(eq(rateLimitCounter.key, own.key), gt(rateLimitCounter.windowEnds, nowSeconds())))
      .get(),
  ]);
  for (const limit of blocked) if (limit) throw tooManyAttempts(limit.windowEnds);
  await countAttempts(db, repeated ? [own] : [own, ...limits]);
}
