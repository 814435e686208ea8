import { addDays, toDayStart, today } from "#domain/core/calendar/days.ts";

export type ImportFrequency = "HOURLY" | "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";

const hourMs = 3_600_000;
/** The hour, in Swedish local time, at which all imports except hourly ones run. No clock change skips or repeats it. */
const startHour = 4;

const isStartDay: Record<Exclude<ImportFrequency, "HOURLY">, (day: string) => boolean> = {
  DAILY: () => true,
  WEEKLY: (day) => new Date(`${day}T12:00:00Z`).getUTCDay() === 1,
  MONTHLY: (day) => day.endsWith("-01"),
  YEARLY: (day) => day.endsWith("-01-01"),
};

/**
 * The next run of an import after an instant: on the hour, or at four in the morning Swedish time, every day, on Mondays, on the
 * first of the month or on New Year's Day.
 */
export function findNextImport(frequency: ImportFrequency, instant: Date): Date {
  // Sweden is whole hours from UTC, so its hours start with those of UTC, including the one repeated in autumn.
  if (frequency === "HOURLY") return new Date((Math.floor(instant.getTime() / hourMs) + 1) * hourMs);
  for (let day = today(instant); ; day = addDays(day)) {
    const start = startOf(day);
    if (isStartDay[frequency](day) && start > instant) return start;
  }
}

/** Four o'clock on a day. It is three or five hours after midnight if the clocks change in between. */
function startOf(day: string): Date {
  const midnightMs = Date.parse(toDayStart(day));
  const offsetMs = Date.parse(toDayStart(addDays(day))) - midnightMs - 24 * hourMs;
  return new Date(midnightMs + startHour * hourMs + offsetMs);
}
