/** When a session is refreshed (1§4, 1§9), in milliseconds. */
export const refreshCheckIntervalMs = 900_000;
export const refreshAgeMs = 600_000;

export const refreshIsDue = (lastRefresh: number, now: number): boolean => now - lastRefresh > refreshAgeMs;

/**
 * Lifetime of an access token, in seconds. Longer than the longest time between two refreshes (ten minutes, plus up to fifteen
 * until the next check), with a margin for browsers whose timers fire late.
 */
export const accessTokenLifetimeSeconds = 30 * 60;
