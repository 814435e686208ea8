/** The session's clock (1§4, 1§9), in milliseconds. */
export const refreshCheckEvery = 900_000;
export const refreshWhenOlderThan = 600_000;

export const refreshIsDue = (lastRefresh: number, at: number): boolean =>
  at - lastRefresh > refreshWhenOlderThan;

/**
 * An access token outlives the longest wait the two rules allow, ten minutes and a check fifteen minutes later,
 * with room for a browser that wakes its timers late. Seconds.
 */
export const accessTokenLifetime = 30 * 60;
