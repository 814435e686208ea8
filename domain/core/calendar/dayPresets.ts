import type { DayRange } from "./days.ts";
import { addDays, subtractMonth, today } from "./days.ts";

/** The most common day ranges, in the order in which they are offered. */
export const dayPresets = ["today", "yesterday", "sevenDays", "thisMonth", "lastMonth"] as const;
export type DayPreset = (typeof dayPresets)[number];

/** Both days are included. `sevenDays` and `thisMonth` end today. */
export function dayRangeOfPreset(preset: DayPreset, currentDay = today()): DayRange {
  const monthStart = `${currentDay.slice(0, 7)}-01`;
  switch (preset) {
    case "today":
      return { startDate: currentDay, endDate: currentDay };
    case "yesterday": {
      const day = addDays(currentDay, -1);
      return { startDate: day, endDate: day };
    }
    case "sevenDays":
      return { startDate: addDays(currentDay, -6), endDate: currentDay };
    case "thisMonth":
      return { startDate: monthStart, endDate: currentDay };
    case "lastMonth":
      return { startDate: subtractMonth(monthStart), endDate: addDays(monthStart, -1) };
  }
}
