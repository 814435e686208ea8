/** When a session is refreshed (1§4, 1§9), in milliseconds. */
export const refreshCheckIntervalMs = 900_000;
export const refreshAgeMs = 600_000;

/** Also true if the last refresh is dated in the future: the clock has been set back, so its age is unknown. */
export const isRefreshDue = (lastRefreshMs: number, nowMs: number): boolean =>
  lastRefreshMs > nowMs || nowMs - lastRefreshMs > refreshAgeMs;

/**
 * Lifetime of an access token, in seconds. Longer than the longest time between two refreshes (ten minutes, plus up to fifteen
 * until the next check), with a margin for browsers whose timers fire late.
 */
export const accessTokenLifetimeSeconds = 30 * 60;
/** The time before its expiry in which a token is no longer sent, because the clocks of client and service differ. */
const expiryMarginMs = 60_000;

/** Whether the token of a refresh may still be sent. */
export const isTokenFresh = (lastRefreshMs: number, nowMs: number): boolean =>
  lastRefreshMs <= nowMs && nowMs - lastRefreshMs <= accessTokenLifetimeSeconds * 1000 - expiryMarginMs;

/**
 * Seconds for which the previous refresh token gets the same response again, because the first response may have been lost. The
 * console's retries all fall within this time.
 */
export const refreshGraceSeconds = 60;
/** Timeout of the console's refresh call, and the delays before its retries, in milliseconds. */
export const refreshTimeoutMs = 10_000;
export const refreshRetryPausesMs = [1000, 4000, 8000] as const;

/** The time after a login, or after the password was confirmed, in which a session may perform irreversible actions. */
export const freshLoginSeconds = 3600;
