import { and, eq, gt, gte, lt, sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { listParam } from "#worker/db/ids.ts";
import { rateLimitCounter } from "#worker/db/schema/index.ts";
import type { AppContext } from "#worker/http/context.ts";
import { sha256 } from "./session/sessionTokens.ts";

/** Attempts allowed in a window of time. */
export interface RateLimit {
  key: string;
  maxAttempts: number;
  windowSeconds: number;
  /** The number of attempts that a call counts as under this limit, if it differs from the other limits. */
  callAttempts?: number;
}

export const nowSeconds = () => Math.floor(Date.now() / 1000);

/**
 * Counts an attempt, or several of one call. Call it before the attempt is checked, so that parallel attempts are all counted.
 * @throws tooManyAttempts with the seconds until the window ends.
 */
export async function countAttempts(db: Database, limits: readonly RateLimit[], count = 1): Promise<void> {
  for (const limit of limits) {
    const [counter] = await countStatement(db, limit, limit.callAttempts ?? count);
    if (counter && counter.attempts > limit.maxAttempts) throw tooManyAttempts(counter.windowEnds);
  }
}

/** Increments the counter of the current window, or starts a new window if the last one has ended. Returns the counter. */
export function countStatement(
  db: Database,
  { key, windowSeconds }: Omit<RateLimit, "maxAttempts">,
  count = 1,
) {
  const startSeconds = nowSeconds();
  const windowEnds = startSeconds + windowSeconds;
  const hasEnded = sql`${rateLimitCounter.windowEnds} <= ${startSeconds}`;
  return db
    .insert(rateLimitCounter)
    .values({ key, attempts: count, windowEnds })
    .onConflictDoUpdate({
      target: rateLimitCounter.key,
      set: {
        attempts: sql`CASE WHEN ${hasEnded} THEN ${count} ELSE ${rateLimitCounter.attempts} + ${count} END`,
        windowEnds: sql`CASE WHEN ${hasEnded} THEN ${windowEnds} ELSE ${rateLimitCounter.windowEnds} END`,
      },
    })
    .returning();
}

export const tooManyAttempts = (windowEnds: number) =>
  problem("tooManyAttempts", { retryAfter: Math.max(1, windowEnds - nowSeconds()) });

/** Selects the end of the window if the limit has been reached. */
const reachedLimitQuery = (db: Database, limit: RateLimit) =>
  db
    .select({ windowEnds: rateLimitCounter.windowEnds })
    .from(rateLimitCounter)
    .where(
      and(
        eq(rateLimitCounter.key, limit.key),
        gt(rateLimitCounter.windowEnds, nowSeconds()),
        gte(rateLimitCounter.attempts, limit.maxAttempts),
      ),
    );

/** Subtracts a successful attempt from the counters, or the several calls that it took. */
export async function resetAttempts(db: Database, keys: readonly string[], count = 1): Promise<void> {
  await db.run(
    sql`UPDATE rate_limit_counter SET attempts = max(0, attempts - ${count}) WHERE key IN ${listParam(keys)}`,
  );
}

export const purgeEndedWindows = (db: Database, runAt: Date) =>
  db.delete(rateLimitCounter).where(lt(rateLimitCounter.windowEnds, Math.floor(runAt.getTime() / 1000)));

/** The client's IP address. Cloudflare sets this header and drops the one a client sends. */
export const addressOf = (c: AppContext): string => c.req.header("cf-connecting-ip") ?? "unknown";

/** The limit for all addresses together, as a multiple of the limit for one. */
const globalLimitFactor = 100;

/** The limits for one address and for all addresses together. */
export const createAddressLimits = (
  kind: string,
  address: string,
  maxAttempts: number,
  windowSeconds: number,
): [RateLimit, RateLimit] => [
  { key: `${kind}:address:${addressKey(address)}`, maxAttempts, windowSeconds },
  { key: `${kind}:all`, maxAttempts: maxAttempts * globalLimitFactor, windowSeconds },
];

/**
 * The key under which rate limits count an address. An IPv6 address counts as its /64 network, `2001:db8:0:1::/64`, because a client
 * usually controls all of it. An IPv4 address, also written as `::ffff:192.0.2.1`, counts as itself.
 */
export function addressKey(address: string): string {
  if (!address.includes(":")) return address;
  const ipv4Match = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address);
  if (ipv4Match) return ipv4Match[1]!;
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

/** How often the same wrong guess may be repeated. */
const maxRepeatedGuesses = 30;

/**
 * Counts a wrong guess of a code or token. A guess repeated from the same address counts once towards the address's limit, so that a
 * device with an old code does not block its network. Do not call it for right codes, which are never blocked.
 * @throws tooManyAttempts after too many guesses from the address, or from all addresses together
 */
export async function countWrongGuess(
  db: Database,
  {
    kind,
    guess,
    address,
    maxAttempts,
    windowSeconds,
  }: Omit<RateLimit, "key"> & Record<"kind" | "guess" | "address", string>,
): Promise<void> {
  const limits = createAddressLimits(kind, address, maxAttempts, windowSeconds);
  const guessLimit = {
    key: `${kind}:guess:${addressKey(address)}:${await sha256(guess)}`,
    maxAttempts: maxRepeatedGuesses,
    windowSeconds,
  };
  const [reachedLimits, repeatedGuess] = await Promise.all([
    Promise.all(limits.map((limit) => reachedLimitQuery(db, limit).get())),
    db
      .select({ key: rateLimitCounter.key })
      .from(rateLimitCounter)
      .where(and(eq(rateLimitCounter.key, guessLimit.key), gt(rateLimitCounter.windowEnds, nowSeconds())))
      .get(),
  ]);
  for (const limit of reachedLimits) if (limit) throw tooManyAttempts(limit.windowEnds);
  await countAttempts(db, repeatedGuess ? [guessLimit] : [guessLimit, ...limits]);
}
