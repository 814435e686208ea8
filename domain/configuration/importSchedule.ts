import { addDays, dayStart, today } from "#domain/core/calendar/days.ts";

export type ImportFrequency = "HOURLY" | "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";

const hour = 3_600_000;
/** The hour of the Swedish wall clock at which all but hourly imports run. No change of the clocks skips or repeats it. */
const startHour = 4;

const isStartDay: Record<Exclude<ImportFrequency, "HOURLY">, (day: string) => boolean> = {
  DAILY: () => true,
  WEEKLY: (day) => new Date(`${day}T12:00:00Z`).getUTCDay() === 1,
  MONTHLY: (day) => day.endsWith("-01"),
  YEARLY: (day) => day.endsWith("-01-01"),
};

/**
 * When an import of a frequency runs next after an instant: on the hour, or at four in the morning by the Swedish clock, every day, on
 * Mondays, on the first of the month or on New Year's Day.
 */
export function nextImport(frequency: ImportFrequency, after: Date): Date {
  // Sweden is whole hours from UTC, so its hours begin with those of UTC, the one that comes twice in autumn too.
  if (frequency === "HOURLY") return new Date((Math.floor(after.getTime() / hour) + 1) * hour);
  for (let day = today(after); ; day = addDays(day)) {
    const at = startOn(day);
    if (isStartDay[frequency](day) && at > after) return at;
  }
}

/** Four o'clock of a day. It is three or five hours after midnight where the clocks change in between. */
function startOn(day: string): Date {
  const begun = Date.parse(dayStart(day));
  const offset = Date.parse(dayStart(addDays(day))) - begun - 24 * hour;
  return new Date(begun + startHour * hour + offset);
}
