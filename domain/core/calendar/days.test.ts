import { describe, expect, it } from "vitest";
import { addDays, subtractMonth, toDayStart, validatePeriod } from "./days.ts";

describe("days", () => {
  it("1§5 a period is complete, in order, and ends no later than today", () => {
    const currentDay = "2026-11-21";
    const errorsOf = (startDate: string, endDate: string) =>
      validatePeriod({ startDate, endDate }, { currentDay });
    expect(errorsOf("2026-10-21", currentDay)).toEqual({});
    expect(errorsOf("", "")).toEqual({ startDate: "required", endDate: "required" });
    expect(errorsOf("2026-11-20", "2026-11-19")).toEqual({ startDate: "afterEnd", endDate: "beforeStart" });
    expect(errorsOf("2026-11-20", "2026-11-22")).toEqual({ endDate: "inFuture" });
    const openPeriod = { currentDay, canOmitDays: true, minDay: "2021-01-01" };
    expect(validatePeriod({ startDate: "", endDate: "" }, openPeriod)).toEqual({});
    expect(validatePeriod({ startDate: "2020-12-31", endDate: "" }, openPeriod)).toEqual({
      startDate: "tooSmall",
    });
  });

  it("1§9 the period of an invoice attachment starts on the same day a month earlier, or on the last day of a shorter month", () => {
    expect(subtractMonth("2026-11-21")).toBe("2026-10-21");
    expect(subtractMonth("2026-03-31")).toBe("2026-02-28");
    expect(subtractMonth("2026-01-15")).toBe("2025-12-15");
  });

  it("1§5 a day begins at midnight Swedish time, in winter, in summer and on the days when the clocks change", () => {
    expect(toDayStart("2026-01-15")).toBe("2026-01-14T23:00:00Z");
    expect(toDayStart("2026-07-15")).toBe("2026-07-14T22:00:00Z");
    expect(toDayStart("2026-03-29")).toBe("2026-03-28T23:00:00Z");
    expect(toDayStart("2026-10-25")).toBe("2026-10-24T22:00:00Z");
    expect(addDays("2026-02-28")).toBe("2026-03-01");
  });
});
