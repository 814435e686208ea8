import { expect, test } from "vitest";
import { formatLocalMinute, formatLocalTimestamp, wallClockDate, zipDate } from "./dates.ts";

test.each([
  ["2026-05-04T11:37:59Z", "2026-05-04 13:37"],
  ["2026-12-31T23:30:00Z", "2027-01-01 00:30"],
  ["2026-03-29T00:59:00Z", "2026-03-29 01:59"],
  ["2026-03-29T01:00:00Z", "2026-03-29 03:00"],
  ["2026-05-03T22:00:00.000Z", "2026-05-04 00:00"],
  [null, ""],
  ["not a date", ""],
])("design: exports show %s in Swedish time", (instant, text) => {
  expect(formatLocalMinute(instant)).toBe(text);
});

test.each([
  ["2026-05-04T11:37:59Z", "2026-05-04T13:37:59+02:00"],
  ["2026-12-31T23:30:00Z", "2027-01-01T00:30:00+01:00"],
  ["2026-10-25T00:30:00Z", "2026-10-25T02:30:00+02:00"],
  ["2026-10-25T01:30:00Z", "2026-10-25T02:30:00+01:00"],
  ["2026-05-04T11:37:59.400Z", "2026-05-04T13:37:59+02:00"],
  ["", ""],
])("design: the wall clock of %s carries its offset", (instant, text) => {
  expect(formatLocalTimestamp(instant)).toBe(text);
});

test("design: exports write local time to spreadsheets", () => {
  expect(wallClockDate("2026-05-04T11:37:12Z")?.toISOString()).toBe("2026-05-04T13:37:12.000Z");
  expect(wallClockDate("")).toBeNull();
});

test("design: exports stamp zip entries with local time, from 1980 to 2107", () => {
  const stamp = (year: number, month: number, day: number, hour: number, minute: number, second: number) =>
    (((year - 1980) << 25) | (month << 21) | (day << 16) | (hour << 11) | (minute << 5) | (second >> 1)) >>>
    0;
  expect(zipDate("2026-05-04T11:37:12Z")).toBe(stamp(2026, 5, 4, 13, 37, 12));
  expect(zipDate("1970-01-01T00:00:00Z")).toBe(stamp(1980, 1, 1, 0, 0, 0));
  expect(zipDate("nonsense")).toBe(stamp(1980, 1, 1, 0, 0, 0));
  expect(zipDate("2500-01-01T00:00:00Z") >>> 25).toBe(127);
});
