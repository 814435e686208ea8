import { describe, expect, it } from "vitest";
import {
  accessTokenLifetimeSeconds,
  refreshAgeMs,
  refreshCheckIntervalMs,
  refreshIsDue,
} from "./sessionTimes.ts";

describe("the session clock", () => {
  it("1§9 refreshes only when the last refresh is older than ten minutes, and never after the token expires", () => {
    expect(refreshIsDue(0, 600_000)).toBe(false);
    expect(refreshIsDue(0, 600_001)).toBe(true);
    expect(accessTokenLifetimeSeconds * 1000).toBeGreaterThan(refreshCheckIntervalMs + refreshAgeMs);
  });
});
