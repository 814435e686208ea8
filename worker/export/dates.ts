import { timeZone } from "#domain/core/calendar/days.ts";

/** Documents show the local time of the field; storage and plans use UTC. */
const wallClock = new Intl.DateTimeFormat("en-GB", {
  timeZone,
  calendar: "gregory",
  numberingSystem: "latn",
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

/** Wall-clock fields as numbers; null for an invalid instant. */
function wallClockFields(instant: string) {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return null;
  const parts: Record<string, number> = {};
  for (const { type, value } of wallClock.formatToParts(date)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}

const toTwoDigits = (value: number) => String(value).padStart(2, "0");
const toFourDigits = (value: number) => String(value).padStart(4, "0");

/** "2026-05-04 13:37" in Stockholm, "" for an invalid instant. */
export function formatLocalMinute(instant: string | null): string {
  const parts = instant === null ? null : wallClockFields(instant);
  if (!parts) return "";
  return `${toFourDigits(parts.year)}-${toTwoDigits(parts.month)}-${toTwoDigits(parts.day)} ${toTwoDigits(parts.hour)}:${toTwoDigits(parts.minute)}`;
}

/** "2026-05-04T13:37:12+02:00": the wall clock in Stockholm and its offset from UTC; "" for an invalid instant. */
export function formatLocalTimestamp(instant: string): string {
  const wallClock = wallClockDate(instant);
  if (!wallClock) return "";
  const offsetMinutes = Math.round((wallClock.getTime() - Date.parse(instant)) / 60_000);
  const [hours, minutes] = [Math.trunc(offsetMinutes / 60), offsetMinutes % 60];
  return `${wallClock.toISOString().slice(0, 19)}+${toTwoDigits(hours)}:${toTwoDigits(minutes)}`;
}

/** A Date whose UTC fields are the wall clock in Stockholm, as in a spreadsheet cell; null for an invalid instant. */
export function wallClockDate(instant: string): Date | null {
  const parts = wallClockFields(instant);
  if (!parts) return null;
  const { year, month, day, hour, minute, second } = parts;
  const date = new Date(Date.UTC(2000, 0, 1, hour, minute, second));
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

/**
 * DOS date (high half) and time (low half) of a zip entry: the wall clock in Stockholm, 1980 to 2107, with a resolution of two
 * seconds.
 */
export function zipDate(instant: string): number {
  const parts = wallClockFields(instant);
  if (!parts || parts.year < 1980) return (1 << 21) | (1 << 16);
  if (parts.year > 2107) return zipDate("2107-06-30T12:00:00Z");
  const date = ((parts.year - 1980) << 9) | (parts.month << 5) | parts.day;
  const time = (parts.hour << 11) | (parts.minute << 5) | (parts.second >> 1);
  return ((date << 16) | time) >>> 0;
}
