import { getLanguage, getNumberLocale } from "#i18n/language.ts";

const midMonth = (month: string) => new Date(`${month}-15T12:00:00Z`);

/** "Monday 4 May 2026", "måndag 4 maj 2026", for a day YYYY-MM-DD. */
export function dayTitle(day: string): string {
  const format = (parts: Intl.DateTimeFormatOptions) =>
    new Date(`${day}T12:00:00Z`).toLocaleDateString(getNumberLocale(), { ...parts, timeZone: "UTC" });
  return `${format({ weekday: "long" })} ${format({ day: "numeric", month: "long", year: "numeric" })}`;
}

/** Whether the browser's date inputs use a different language from the page. */
export const browserDateFormatDiffers = (): boolean =>
  !new Intl.DateTimeFormat().resolvedOptions().locale.startsWith(getLanguage());

/** "4 Jun 2026", "4 juni 2026"; null if `day` is not a day. */
export function formatDateInWords(day: string): string | null {
  const date = new Date(`${day}T12:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(date.getTime())) return null;
  return date.toLocaleDateString(getNumberLocale(), {
    ...{ day: "numeric", month: "short", year: "numeric", timeZone: "UTC" },
  });
}

/** "June 2026", "juni 2026". */
export const monthName = (month: string): string =>
  midMonth(month).toLocaleDateString(getNumberLocale(), { month: "long", year: "numeric", timeZone: "UTC" });

/** The months of a year with their names; ids "01" to "12". */
export const listMonthNames = (): { id: string; name: string }[] =>
  Array.from({ length: 12 }, (_, index) => {
    const id = String(index + 1).padStart(2, "0");
    return {
      id,
      name: midMonth(`2026-${id}`).toLocaleDateString(getNumberLocale(), { month: "long", timeZone: "UTC" }),
    };
  });
