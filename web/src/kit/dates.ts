const two = (value: number) => String(value).padStart(2, "0");

/** The day of an instant in the reader's own time zone, YYYY-MM-DD. */
export function dayText(value: string): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return value;
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** YYYY-MM-DD HH:mm (2§9) in the reader's own time zone; what is no date is left as it is. */
export function dateTimeText(value: string): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return value;
  return `${dayText(value)} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

export function dateTimeWithSeconds(value: string): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return value;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return `${dateTimeText(value)}:${two(date.getSeconds())} ${zone}`;
}

/** The start of a day in the reader's own time zone as an instant (3§5), and an empty input as none. */
export function startOfDay(day: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const date = new Date(`${day}T00:00:00`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().replace(/\.\d+Z$/, "Z");
}
