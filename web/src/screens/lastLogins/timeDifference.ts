const units = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const satisfies readonly (readonly [Intl.RelativeTimeFormatUnit, number])[];

/** How long ago in words, in whole units of the largest kind that fits: '3 hours ago'. Null within a minute, either way. */
export function timeDifference(value: string, now: number, locale: string): string | null {
  const seconds = (Date.parse(value) - now) / 1000;
  const fitting = units.find(([, length]) => Math.abs(seconds) >= length);
  if (!fitting) return null;
  const [unit, length] = fitting;
  return new Intl.RelativeTimeFormat(locale).format(Math.trunc(seconds / length), unit);
}
