import type { DayRange } from "./days.ts";
import { addDays, subtractMonth, today } from "./days.ts";

/** The most common day ranges, in the order in which they are offered. */
export const dayPresets = ["today", "yesterday", "sevenDays", "thisMonth", "lastMonth"] as const;
export type DayPreset = (typeof dayPresets)[number];

/** Both days are included. `sevenDays` and `thisMonth` end today. */
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
