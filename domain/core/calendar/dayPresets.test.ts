import { describe, expect, test } from "vitest";
import { dayPresets, dayRangeOfPreset } from "./dayPresets.ts";

const rangesOf = (currentDay: string) =>
  dayPresets.map((preset) => {
    const { startDate, endDate } = dayRangeOfPreset(preset, currentDay);
    return `${startDate} ${endDate}`;
  });

describe("2§2 day presets", () => {
  test("cross the boundaries of months and years", () => {
    expect(rangesOf("2026-03-01")).toEqual([
      "2026-03-01 2026-03-01",
      "2026-02-28 2026-02-28",
      "2026-02-23 2026-03-01",
      "2026-03-01 2026-03-01",
      "2026-02-01 2026-02-28",
    ]);
    expect(rangesOf("2024-01-31").slice(2)).toEqual([
      "2024-01-25 2024-01-31",
      "2024-01-01 2024-01-31",
      "2023-12-01 2023-12-31",
    ]);
  });
});
