/** When a session is refreshed (1§4, 1§9), in milliseconds. */
export const refreshCheckIntervalMs = 900_000;
export const refreshAgeMs = 600_000;

export const refreshIsDue = (lastRefresh: number, at: number): boolean => at - lastRefresh > refreshAgeMs;

/**
 * Seconds an access token lasts: longer than the longest time between two refreshes, ten minutes and a check fifteen minutes later,
 * with room for a browser whose timers fire late.
 */
export const accessTokenLifetimeSeconds = 30 * 60;
