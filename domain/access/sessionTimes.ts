/** When a session is refreshed (1§4, 1§9), in milliseconds. */
export const refreshCheckIntervalMs = 900_000;
export const refreshAgeMs = 600_000;

export const refreshIsDue = (lastRefresh: number, now: number): boolean => now - lastRefresh > refreshAgeMs;

/**
 * Lifetime of an access token, in seconds. Longer than the longest time between two refreshes (ten minutes, plus up to fifteen
 * until the next check), with a margin for browsers whose timers fire late.
 */
export const accessTokenLifetimeSeconds = 30 * 60;

/**
 * Seconds for which the refresh token before the newest gets the same response again, because the first response may have been lost.
 * Retries of the console end within them.
 */
export const refreshGraceSeconds = 60;
/** How long the console waits for the response to a refresh, and how long it waits before each retry, in milliseconds. */
export const refreshTimeoutMs = 10_000;
export const refreshRetryPausesMs = [1000, 4000, 8000] as const;

/** How long after a login, or after the password was confirmed, a session may do what is final. */
export const freshLoginSeconds = 3600;
