import type { FieldError } from "../problem.ts";

/** Calendar days, `YYYY-MM-DD`. */

/** Where the crews and their customers are: days begin and end there, and documents show its time. */
export const timeZone = "Europe/Stockholm";

/** The first day a log can be asked for (1§9). */
export const minimumFilterDay = "2021-01-01";

const calendar = new Intl.DateTimeFormat("sv-SE", {
  timeZone,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});
const toStockholmDay = (at: Date): string => calendar.format(at).padStart(10, "0");

/** The day of an instant; empty for what is none. */
export const dayOf = (instant: string): string => {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? "" : toStockholmDay(at);
};
export const today = (at = new Date()): string => toStockholmDay(at);

/** The instant a day begins, `YYYY-MM-DDTHH:mm:ssZ`: midnight in the zone, which is one or two hours before midnight UTC. */
export function dayStart(day: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  for (const hours of [2, 1]) {
    const at = new Date(midnight - hours * 3_600_000);
    if (toStockholmDay(at) === day) return `${at.toISOString().slice(0, 19)}Z`;
  }
  return `${day}T00:00:00Z`;
}

export function addDays(day: string, days = 1): string {
  const at = new Date(`${day}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** The same day a month earlier, or the last day of a shorter month. */
export function subtractMonth(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 2, Math.min(date, last))).toISOString().slice(0, 10);
}

/** What is wrong with a period that ends today at the latest (1§5), by field. With `open` either day may be left out. */
export function validatePeriod(
  { startDate, endDate }: { startDate: string; endDate: string },
  options: { now?: string; minimum?: string; open?: boolean } = {},
): Record<string, FieldError> {
  const { now = today(), minimum, open = false } = options;
  const errors: Record<string, FieldError> = {};
  if (!startDate && !open) errors.startDate = "required";
  if (!endDate && !open) errors.endDate = "required";
  if (minimum && startDate && startDate < minimum) errors.startDate = "tooSmall";
  if (minimum && endDate && endDate < minimum) errors.endDate = "tooSmall";
  if (endDate && endDate > now) errors.endDate ??= "inFuture";
  if (startDate && endDate && startDate > endDate) {
    errors.startDate ??= "afterEnd";
    errors.endDate ??= "beforeStart";
  } else if (startDate && startDate > now) errors.startDate ??= "inFuture";
  return errors;
}

/** Days, both included, from midnight to midnight in Sweden; an empty one leaves its side open. */
export interface DayRange {
  startDate: string;
  endDate: string;
}
