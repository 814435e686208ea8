import { describe, expect, it } from "vitest";
import { toIsoSeconds } from "#domain/core/fields.ts";
import { findNextImport, type ImportFrequency } from "./importSchedule.ts";

const nextImportOf = (frequency: ImportFrequency, instant: string) =>
  toIsoSeconds(findNextImport(frequency, new Date(instant)));

describe("3§3 import frequencies, in Swedish time", () => {
  it.each<[ImportFrequency, string, string]>([
    ["HOURLY", "2026-05-04T09:00:00Z", "2026-05-04T10:00:00Z"],
    ["HOURLY", "2026-05-04T09:59:59Z", "2026-05-04T10:00:00Z"],
    ["DAILY", "2026-05-04T01:59:59Z", "2026-05-04T02:00:00Z"],
    ["DAILY", "2026-05-04T02:00:00Z", "2026-05-05T02:00:00Z"],
    ["DAILY", "2026-12-04T02:00:00Z", "2026-12-04T03:00:00Z"],
    // Already the next day in Sweden.
    ["DAILY", "2026-05-04T22:30:00Z", "2026-05-05T02:00:00Z"],
    ["WEEKLY", "2026-05-04T01:00:00Z", "2026-05-04T02:00:00Z"],
    ["WEEKLY", "2026-05-04T02:00:00Z", "2026-05-11T02:00:00Z"],
    ["MONTHLY", "2026-05-01T02:00:00Z", "2026-06-01T02:00:00Z"],
    ["MONTHLY", "2026-01-31T12:00:00Z", "2026-02-01T03:00:00Z"],
    // It is already New Year in Sweden, but before four o'clock.
    ["YEARLY", "2026-12-31T23:30:00Z", "2027-01-01T03:00:00Z"],
    ["YEARLY", "2027-01-01T03:00:00Z", "2028-01-01T03:00:00Z"],
  ])("3§3 %s after %s is %s", (frequency, instant, expected) => {
    expect(nextImportOf(frequency, instant)).toBe(expected);
  });

  it("3§3 a daily import starts once, at four, on the days when the clocks change", () => {
    expect(nextImportOf("DAILY", "2026-03-28T04:00:00Z")).toBe("2026-03-29T02:00:00Z");
    expect(nextImportOf("DAILY", "2026-03-29T02:00:00Z")).toBe("2026-03-30T02:00:00Z");
    expect(nextImportOf("DAILY", "2026-10-24T03:00:00Z")).toBe("2026-10-25T03:00:00Z");
    expect(nextImportOf("DAILY", "2026-10-25T03:00:00Z")).toBe("2026-10-26T03:00:00Z");
  });

  it("3§3 an hourly import runs in both repeated hours in autumn, and not in the skipped hour in spring", () => {
    expect(nextImportOf("HOURLY", "2026-10-25T00:00:00Z")).toBe("2026-10-25T01:00:00Z");
    expect(nextImportOf("HOURLY", "2026-10-25T01:00:00Z")).toBe("2026-10-25T02:00:00Z");
    expect(nextImportOf("HOURLY", "2026-03-29T00:30:00Z")).toBe("2026-03-29T01:00:00Z");
  });

  it("3§3 for two years, every run starts at four in Swedish time", () => {
    const clock = new Intl.DateTimeFormat("sv-SE", {
      ...{ timeZone: "Europe/Stockholm", hour: "2-digit", minute: "2-digit", second: "2-digit" },
    });
    let start = new Date("2026-01-01T00:00:00Z");
    const days = new Set<string>();
    for (let run = 0; run < 730; run += 1) {
      start = findNextImport("DAILY", start);
      expect(clock.format(start)).toBe("04:00:00");
      days.add(toIsoSeconds(start).slice(0, 10));
    }
    expect(days.size).toBe(730);
  });
});
