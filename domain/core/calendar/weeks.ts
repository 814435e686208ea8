import { addDays } from "./days.ts";

/** Weeks from Monday to Sunday, identified by the date of their Monday, `YYYY-MM-DD`. */

/** The Monday of a day's week. */
export function toMonday(day: string): string {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** The Mondays of the last `count` weeks up to and including that of a day, oldest first. */
export const listMondays = (day: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(toMonday(day), (index + 1 - count) * 7));
