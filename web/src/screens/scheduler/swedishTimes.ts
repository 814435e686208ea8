import { timeZone } from "#domain/core/calendar/days.ts";

/** A duration in milliseconds as text: 0.4 s, 12 s, 2 min 5 s, 1 h 3 min. */
export function durationText(milliseconds: number, locale = "en"): string {
  if (milliseconds < 9950)
    return `${(milliseconds / 1000).toLocaleString(locale, { maximumFractionDigits: 1 })} s`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return joinNonZero([minutes, "min"], [seconds % 60, "s"]);
  return joinNonZero([Math.floor(minutes / 60), "h"], [minutes % 60, "min"]);
}

/** Joins the non-zero parts, so that whole minutes or hours omit the smaller unit. */
const joinNonZero = (...parts: readonly [number, string][]): string =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(" ");

/** Converts a UTC time of day to Swedish time, with today's offset. */
export const toSwedishTime = (hour: number, minute: number): string =>
  new Date(new Date().setUTCHours(hour, minute, 0, 0)).toLocaleTimeString("sv-SE", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
  });

/** Converts hours of a UTC day to spans of Swedish time: 5 and 6 become 06:00–08:00 in winter. */
export function toSwedishSpans(hours: readonly number[]): string[] {
  const spans: { startHour: number; endHour: number }[] = [];
  for (const hour of hours.toSorted((a, b) => a - b)) {
    const lastSpan = spans.at(-1);
    if (lastSpan?.endHour === hour) lastSpan.endHour = hour + 1;
    else spans.push({ startHour: hour, endHour: hour + 1 });
  }
  return spans.map(({ startHour, endHour }) => `${toSwedishTime(startHour, 0)}–${toSwedishTime(endHour, 0)}`);
}
