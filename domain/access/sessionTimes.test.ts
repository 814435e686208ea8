import { describe, expect, it } from "vitest";
import {
  accessTokenLifetimeSeconds,
  isRefreshDue,
  isTokenFresh,
  refreshAgeMs,
  refreshCheckIntervalMs,
} from "./sessionTimes.ts";

describe("the session clock", () => {
  it("1§9 refreshes only when the last refresh is older than ten minutes, and never after the token expires", () => {
    expect(isRefreshDue(0, 600_000)).toBe(false);
    expect(isRefreshDue(0, 600_001)).toBe(true);
    expect(accessTokenLifetimeSeconds * 1000).toBeGreaterThan(refreshCheckIntervalMs + refreshAgeMs);
  });

  it("O7 directus#1175 refreshes, and does not send the token, if the last refresh is in the future, because the clock has been set back", () => {
    const hourMs = 3_600_000;
    expect(isRefreshDue(2 * hourMs, hourMs)).toBe(true);
    expect(isTokenFresh(2 * hourMs, hourMs)).toBe(false);
    expect(isRefreshDue(hourMs, hourMs)).toBe(false);
    expect(isTokenFresh(hourMs, hourMs)).toBe(true);
    expect(isTokenFresh(0, accessTokenLifetimeSeconds * 1000 - 60_001)).toBe(true);
    expect(isTokenFresh(0, accessTokenLifetimeSeconds * 1000 - 59_999)).toBe(false);
  });
});
