import { formatDay } from "#ui/format/dates.ts";

/** A day some days from now, as a date field has it. */
export const addDaysToToday = (days: number): string =>
  formatDay(new Date(Date.now() + days * 86_400_000).toISOString());
