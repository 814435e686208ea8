import { inArray } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { rateLimitCounter } from "#worker/db/schema/index.ts";
import { addressKey, createAddressLimits, nowSeconds } from "./rateLimit.ts";
import { sha256 } from "./session/sessionTokens.ts";

/** Wrong licence codes that an address may send. */
export const licenseGuessLimit = { maxAttempts: 30, windowSeconds: 15 * 60 };

const daySeconds = 24 * 3600;
/** The time for which a network is remembered for a code. */
const knownNetworkTtlSeconds = 90 * daySeconds;

/** Whether a licence code may be used from an address while guesses are limited there. */
export interface LicenseUse {
  key: string;
  /** Whether the code was accepted from the address's network before. */
  isKnown: boolean;
  /** Whether that was recorded recently enough not to be recorded again. */
  isRecent: boolean;
  /** Seconds since 1970 at which the limit on guesses ends; null while it is not reached. */
  limitEndsAt: number | null;
}

export async function findLicenseUse(
  db: Database,
  licenseCode: string,
  address: string,
): Promise<LicenseUse> {
  const { maxAttempts, windowSeconds } = licenseGuessLimit;
  const limits = createAddressLimits("license", address, maxAttempts, windowSeconds);
  const key = `license:used:${addressKey(address)}:${await sha256(licenseCode)}`;
  const counters = await db
    .select()
    .from(rateLimitCounter)
    .where(inArray(rateLimitCounter.key, [key, ...limits.map((limit) => limit.key)]));
  const current = counters.filter(({ windowEnds }) => windowEnds > nowSeconds());
  const useCounter = current.find((counter) => counter.key === key);
  const reachedCounters = limits.flatMap((limit) =>
    current.filter((counter) => counter.key === limit.key && counter.attempts >= limit.maxAttempts),
  );
  return {
    key,
    isKnown: useCounter !== undefined,
    isRecent:
      useCounter !== undefined && useCounter.windowEnds > nowSeconds() + knownNetworkTtlSeconds - daySeconds,
    limitEndsAt:
      reachedCounters.length > 0 ? Math.max(...reachedCounters.map(({ windowEnds }) => windowEnds)) : null,
  };
}

/** Records that a code was accepted from a network, at most once a day. */
export async function recordLicenseUse(db: Database, { key, isRecent }: LicenseUse): Promise<void> {
  if (isRecent) return;
  const windowEnds = nowSeconds() + knownNetworkTtlSeconds;
  await db
    .insert(rateLimitCounter)
    .values({ key, attempts: 1, windowEnds })
    .onConflictDoUpdate({ target: rateLimitCounter.key, set: { windowEnds } });
}
