import { timeZone } from "#domain/core/calendar/days.ts";

/** Documents show the local time of the field; storage and plans have UTC. */
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

/** Wall-clock fields, as numbers; null for what is no instant. */
function fields(instant: string) {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return null;
  const parts: Record<string, number> = {};
  for (const { type, value } of wallClock.formatToParts(date)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}

const two = (value: number) => String(value).padStart(2, "0");
const four = (value: number) => String(value).padStart(4, "0");

/** "2026-05-04 13:37" in Stockholm, "" for what is no instant. */
export function localMinute(instant: string | null): string {
  const at = instant === null ? null : fields(instant);
  if (!at) return "";
  return `${four(at.year)}-${two(at.month)}-${two(at.day)} ${two(at.hour)}:${two(at.minute)}`;
}

/** A Date whose UTC fields are Stockholm's wall clock, which is what a spreadsheet cell holds; null for no instant. */
export function wallClockDate(instant: string): Date | null {
  const at = fields(instant);
  return at && new Date(Date.UTC(at.year, at.month - 1, at.day, at.hour, at.minute, at.second));
}

/** DOS date (high half) and time (low half) of a zip entry: Stockholm's wall clock, 1980 to 2107, two seconds fine. */
export function zipDate(instant: string): number {
  const at = fields(instant);
  if (!at || at.year < 1980) return (1 << 21) | (1 << 16);
  if (at.year > 2107) return zipDate("2107-06-30T12:00:00Z");
  const date = ((at.year - 1980) << 9) | (at.month << 5) | at.day;
  const time = (at.hour << 11) | (at.minute << 5) | (at.second >> 1);
  return ((date << 16) | time) >>> 0;
}
