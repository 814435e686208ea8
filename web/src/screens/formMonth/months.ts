import { addDays, dayOf, minFilterDay, today } from "#domain/core/calendar/days.ts";
import { isInstant } from "#domain/core/fields.ts";

/** The month of an instant, `YYYY-MM`; the current month if the instant is invalid. */
export const monthOf = (instant: string): string =>
  (isInstant(instant) ? dayOf(instant) : today()).slice(0, 7);

export const firstMonth = minFilterDay.slice(0, 7);

const addMonths = (month: string, count: number): string => {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const firstDay = new Date(Date.UTC(year, number - 1 + count, 1));
  return firstDay.toISOString().slice(0, 7);
};

export const getPreviousMonth = (month: string): string => addMonths(month, -1);
export const getNextMonth = (month: string): string => addMonths(month, 1);

/** First and last day of a month. */
export const daysOf = (month: string): { startDate: string; endDate: string } => ({
  startDate: `${month}-01`,
  endDate: addDays(`${getNextMonth(month)}-01`, -1),
});

/**
 * The selectable years, newest first: from the first possible one to this year, or later if a device with a wrong clock has
 * created newer forms.
 */
export function listYearsUntil(latest: string, currentDay = today()): number[] {
  const last = [latest, currentDay].sort().at(-1)!.slice(0, 4);
  const first = Number([firstMonth, latest].sort()[0]!.slice(0, 4));
  return Array.from({ length: Number(last) - first + 1 }, (_, index) => Number(last) - index);
}

export const isMonth = (text: string | null): text is string => /^\d{4}-(0[1-9]|1[0-2])$/.test(text ?? "");
