import type { DayRange } from "./days.ts";
import { addDays, subtractMonth, today } from "./days.ts";

/** The ranges of days that people ask for most, as they are offered. */
export const dayPresets = ["today", "yesterday", "sevenDays", "thisMonth", "lastMonth"] as const;
export type DayPreset = (typeof dayPresets)[number];

/** Both days included. Seven days end today; this month does, too. */
export function dayRangeOfPreset(preset: DayPreset, now = today()): DayRange {
  const first = `${now.slice(0, 7)}-01`;
  switch (preset) {
    case "today":
      return { startDate: now, endDate: now };
    case "yesterday": {
      const day = addDays(now, -1);
      return { startDate: day, endDate: day };
    }
    case "sevenDays":
      return { startDate: addDays(now, -6), endDate: now };
    case "thisMonth":
      return { startDate: first, endDate: now };
    case "lastMonth":
      return { startDate: subtractMonth(first), endDate: addDays(first, -1) };
  }
}
