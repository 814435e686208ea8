import { and, eq, gt, gte, lt, sql } from "drizzle-orm";
import { problem } from "../../domain/problem";
import type { Database } from "../db/database";
import { valuesOf } from "../db/ids";
import { attemptCounter } from "../db/schema";
import type { AppContext } from "../http/context";
import { sha256 } from "./session/tokens";

/** How many attempts something takes within a window of seconds. */
export interface Limit {
  key: string;
  attempts: number;
  window: number;
}

const seconds = () => Math.floor(Date.now() / 1000);

/**
 * Counts an attempt before it is judged, so that attempts made at once are all counted.
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

/** Selects the counter if it has reached its limit. */
const blockedUntil = (db: Database, limit: Limit) =>
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

/** Takes back the count of an attempt that was right. */
export async function forgiveAttempts(db: Database, keys: readonly string[]): Promise<void> {
  await db.run(
    sql`UPDATE attempt_counter SET attempts = max(0, attempts - 1) WHERE key IN ${valuesOf(keys)}`,
  );
}

export const forgetEndedWindows = (db: Database) =>
  db.delete(attemptCounter).where(lt(attemptCounter.windowEnds, seconds()));

/** Cloudflare sets this header itself and drops what a client put there. */
export const addressOf = (c: AppContext): string => c.req.header("cf-connecting-ip") ?? "unknown";

/** All addresses together may make so many times the attempts of one. */
const addressesTogether = 100;

/** The limits of something per address, and of all addresses together. */
export const perAddress = (
  what: string,
  address: string,
  attempts: number,
  window: number,
): [Limit, Limit] => [
  { key: `${what}:address:${networkOf(address)}`, attempts, window },
  { key: `${what}:all`, attempts: attempts * addressesTogether, window },
];

/**
 * What limits count as one address. Whoever has an IPv6 address has the whole /64 it lies in: `2001:db8:0:1::/64`. An IPv4
 * address, also one written as IPv6 (`::ffff:192.0.2.1`), stands for itself.
 */
export function networkOf(address: string): string {
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

/** Attempts of one wrong guess before it is refused without being looked at as a guess again. */
const repeats = 30;

/**
 * Counts a wrong guess of a code or token. The same guess from the same address is one guess, however often it is made: a device with
 * an old code shuts nobody out. Right ones are never counted, and never refused for the wrong ones of others.
 * @throws tooManyAttempts once the address, or all of them together, have guessed too often
 */
export async function countWrongGuess(
  db: Database,
  {
    what,
    guess,
    address,
    attempts,
    window,
  }: Omit<Limit, "key"> & Record<"what" | "guess" | "address", string>,
): Promise<void> {
  const limits = perAddress(what, address, attempts, window);
  const own = {
    key: `${what}:guess:${networkOf(address)}:${await sha256(guess)}`,
    attempts: repeats,
    window,
  };
  const [blocked, repeated] = await Promise.all([
    Promise.all(limits.map((limit) => blockedUntil(db, limit).get())),
    db
      .select({ key: attemptCounter.key })
      .from(attemptCounter)
      .where(and(eq(attemptCounter.key, own.key), gt(attemptCounter.windowEnds, seconds())))
      .get(),
  ]);
  for (const limit of blocked) if (limit) throw tooManyAttempts(limit.windowEnds);
  await countAttempts(db, repeated ? [own] : [own, ...limits]);
}
