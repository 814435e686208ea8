import { describe, expect, it } from "vitest";
import { isoSeconds } from "../../domain/fields";
import { nextFire } from "./schedule";

const next = (cron: string, after: string) => isoSeconds(nextFire(cron, new Date(after)));

describe("3§2 the next time of a cron expression", () => {
  it.each([
    ["*/2 * * * *", "2026-05-04T09:30:00Z", "2026-05-04T09:32:00Z"],
    ["*/2 * * * *", "2026-05-04T09:31:59Z", "2026-05-04T09:32:00Z"],
    ["17 3 * * *", "2026-05-04T03:17:00Z", "2026-05-05T03:17:00Z"],
    ["17 3 * * *", "2026-12-31T04:00:00Z", "2027-01-01T03:17:00Z"],
    ["0 0 1 1 *", "2026-05-04T09:30:00Z", "2027-01-01T00:00:00Z"],
    ["0 12 29 2 *", "2026-05-04T09:30:00Z", "2028-02-29T12:00:00Z"],
    ["30 6-8/2,20 * * 1-5", "2026-05-01T20:30:00Z", "2026-05-04T06:30:00Z"],
    ["0 0 13 * 5", "2026-05-04T00:00:00Z", "2026-05-08T00:00:00Z"],
    ["5/20 * * * *", "2026-05-04T09:46:00Z", "2026-05-04T10:05:00Z"],
  ])("%s after %s is %s", (cron, after, expected) => {
    expect(next(cron, after)).toBe(expected);
  });

  it.each(["", "* * * *", "60 * * * *", "5-1 * * * *", "*/0 * * * *", "a * * * *", "0 0 31 2 *"])(
    "refuses %j",
    (cron) => {
      expect(() => nextFire(cron, new Date("2026-05-04T09:30:00Z"))).toThrow();
    },
  );
});
