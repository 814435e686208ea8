import { formatDay } from "#ui/format/dates.ts";

/** The day that is `days` days from now, in the format of a date field. */
export const addDaysToToday = (days: number): string =>
  formatDay(new Date(Date.now() + days * 86_400_000).toISOString());
