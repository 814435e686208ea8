import type { FieldError } from "../problem.ts";

/** Calendar days, `YYYY-MM-DD`. */

/** The time zone of the crews and their customers: days begin and end in it, and documents show times in it. */
export const timeZone = "Europe/Stockholm";

/** The earliest day that a log can be filtered by (1§9). */
export const minFilterDay = "2021-01-01";

const calendar = new Intl.DateTimeFormat("sv-SE", {
  timeZone,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});
const toStockholmDay = (date: Date): string => calendar.format(date).padStart(10, "0");

/** The Swedish calendar day of an instant; empty if the instant is invalid. */
export const dayOf = (instant: string): string => {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? "" : toStockholmDay(date);
};
export const today = (now = new Date()): string => toStockholmDay(now);

/** The start of a day, `YYYY-MM-DDTHH:mm:ssZ`: midnight in Sweden, which is one or two hours before midnight UTC. */
export function toDayStart(day: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  for (const hours of [2, 1]) {
    const start = new Date(midnight - hours * 3_600_000);
    if (toStockholmDay(start) === day) return `${start.toISOString().slice(0, 19)}Z`;
  }
  return `${day}T00:00:00Z`;
}

export function addDays(day: string, days = 1): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The same day a month earlier, or the last day of a shorter month. */
export function subtractMonth(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const lastDate = new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 2, Math.min(date, lastDate))).toISOString().slice(0, 10);
}

/** Validation errors, by field, of a period that must end no later than today (1§5). With `canOmitDays`, either day can be omitted. */
export function validatePeriod(
  { startDate, endDate }: { startDate: string; endDate: string },
  options: { currentDay?: string; minDay?: string; canOmitDays?: boolean } = {},
): Record<string, FieldError> {
  const { currentDay = today(), minDay, canOmitDays = false } = options;
  const errors: Record<string, FieldError> = {};
  if (!startDate && !canOmitDays) errors.startDate = "required";
  if (!endDate && !canOmitDays) errors.endDate = "required";
  if (minDay && startDate && startDate < minDay) errors.startDate = "tooSmall";
  if (minDay && endDate && endDate < minDay) errors.endDate = "tooSmall";
  if (endDate && endDate > currentDay) errors.endDate ??= "inFuture";
  if (startDate && endDate && startDate > endDate) {
    errors.startDate ??= "afterEnd";
    errors.endDate ??= "beforeStart";
  } else if (startDate && startDate > currentDay) errors.startDate ??= "inFuture";
  return errors;
}

/** A range of days, both included, from midnight to midnight in Sweden; an empty day leaves that side open. */
export interface DayRange {
  startDate: string;
  endDate: string;
}
