import { describe, expect, it } from "vitest";
import { toIsoSeconds } from "../fields.ts";
import { parseCron } from "./cron.ts";

const findNextInstant = (cron: string, instant: string) =>
  toIsoSeconds(parseCron(cron).findNextFiring(new Date(instant)));
const firesAt = (cron: string, instant: string) => parseCron(cron).firesAt(new Date(instant));

describe("3§2 the next time a cron expression fires", () => {
  it.each([
    ["*/2 * * * *", "2026-05-04T09:30:00Z", "2026-05-04T09:32:00Z"],
    ["*/2 * * * *", "2026-05-04T09:31:59Z", "2026-05-04T09:32:00Z"],
    ["17 3 * * *", "2026-05-04T03:17:00Z", "2026-05-05T03:17:00Z"],
    ["17 3 * * *", "2026-12-31T04:00:00Z", "2027-01-01T03:17:00Z"],
    ["0 0 1 1 *", "2026-05-04T09:30:00Z", "2027-01-01T00:00:00Z"],
    ["0 12 29 2 *", "2026-05-04T09:30:00Z", "2028-02-29T12:00:00Z"],
    ["30 6-8/2,20 * * MON-FRI", "2026-05-01T20:30:00Z", "2026-05-04T06:30:00Z"],
    ["0 0 13 * 6", "2026-05-04T00:00:00Z", "2026-05-08T00:00:00Z"],
    ["0 0 * * 1", "2026-05-04T00:00:00Z", "2026-05-10T00:00:00Z"],
    ["5/20 * * * *", "2026-05-04T09:46:00Z", "2026-05-04T10:05:00Z"],
  ])("%s after %s is %s", (cron, instant, expected) => {
    expect(findNextInstant(cron, instant)).toBe(expected);
    expect(firesAt(cron, expected)).toBe(true);
  });

  it("does not exist for 31 February", () =>
    expect(() => findNextInstant("0 0 31 2 *", "2026-05-04T09:30:00Z")).toThrow(/never/));
});

describe("3§2 cron expressions that are due", () => {
  it.each([
    ["*/2 * * * *", "2026-05-04T09:30:15Z", true],
    ["*/2 * * * *", "2026-05-04T09:31:00Z", false],
    ["17 3 * * *", "2026-05-04T03:17:59Z", true],
    ["17 3 * * *", "2026-05-04T04:17:00Z", false],
    ["0,30 8-10 * * *", "2026-05-04T10:30:00Z", true],
    ["0,30 8-10 * * *", "2026-05-04T11:30:00Z", false],
    ["5/20 * * * *", "2026-05-04T09:45:00Z", true],
    ["0 6 1 JAN-MAR *", "2026-02-01T06:00:00Z", true],
    ["0 6 1 jan-mar *", "2026-04-01T06:00:00Z", false],
  ])("%s at %s: %s", (cron, instant, expected) => expect(firesAt(cron, instant)).toBe(expected));

  it("count weekdays from 1 (Sunday), like the platform", () => {
    const sunday = "2026-05-03T06:00:00Z";
    expect(firesAt("0 6 * * 1", sunday)).toBe(true);
    expect(firesAt("0 6 * * SUN", sunday)).toBe(true);
    expect(firesAt("0 6 * * 2-6", sunday)).toBe(false);
  });

  it("treat a day of the month and a weekday as alternatives", () => {
    expect(firesAt("0 6 13 * MON", "2026-05-04T06:00:00Z")).toBe(true);
    expect(firesAt("0 6 13 * MON", "2026-05-13T06:00:00Z")).toBe(true);
    expect(firesAt("0 6 13 * MON", "2026-05-14T06:00:00Z")).toBe(false);
  });

  it.each([
    "",
    "* * * *",
    "60 * * * *",
    "*/0 * * * *",
    "a * * * *",
    "5-1 * * * *",
    "* * L * *",
    "1-2-3 * * * *",
    "* * * * 0",
  ])("refuses %j", (cron) => expect(() => parseCron(cron)).toThrow(/cron/));
});
