const pad2 = (value: number) => String(value).padStart(2, "0");
const pad4 = (value: number) => String(value).padStart(4, "0");

/** Parses a stored instant; null for anything else, including years of more than four digits. */
const parseInstant = (value: string): Date | null => {
  const date = new Date(value);
  return /^\d{4}-/.test(value) && !Number.isNaN(date.getTime()) ? date : null;
};

export const isValidInstant = (value: string): boolean => parseInstant(value) !== null;

/** The day of an instant in the user's time zone, YYYY-MM-DD; other text is returned unchanged. */
export function formatDay(value: string): string {
  const date = parseInstant(value);
  return date ? `${pad4(date.getFullYear())}-${pad2(date.getMonth() + 1)}-${pad2(date.getDate())}` : value;
}

/** YYYY-MM-DD HH:mm (2§9) in the user's time zone; other text is returned unchanged. */
export function formatDateTime(value: string): string {
  const date = parseInstant(value);
  return date ? `${formatDay(value)} ${pad2(date.getHours())}:${pad2(date.getMinutes())}` : value;
}

let timeZone: string | undefined;

export function formatDateTimeWithSeconds(value: string): string {
  const date = parseInstant(value);
  // Cached: the lookup takes milliseconds, and a list has many dates.
  timeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return date ? `${formatDateTime(value)}:${pad2(date.getSeconds())} ${timeZone}` : value;
}

/** The start of a day in the user's time zone as an instant (3§5); null if `day` is not a day. */
export const startOfDay = (day: string): string | null => toInstant(day, "00:00:00");

/** The last second of a day in the user's time zone as an instant; null if `day` is not a day. */
export const endOfDay = (day: string): string | null => toInstant(day, "23:59:59");

function toInstant(day: string, time: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const date = new Date(`${day}T${time}`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().replace(/\.\d+Z$/, "Z");
}
