import { language, numberLocale } from "#i18n/language.ts";

const at = (month: string) => new Date(`${month}-15T12:00:00Z`);

/** "Monday 4 May 2026", "måndag 4 maj 2026", of a day YYYY-MM-DD. */
export function dayTitle(day: string): string {
  const said = (parts: Intl.DateTimeFormatOptions) =>
    new Date(`${day}T12:00:00Z`).toLocaleDateString(numberLocale(), { ...parts, timeZone: "UTC" });
  return `${said({ weekday: "long" })} ${said({ day: "numeric", month: "long", year: "numeric" })}`;
}

/** Whether the browser's own fields write days in another language than the page. */
export const usesOtherDateFormat = (): boolean =>
  !new Intl.DateTimeFormat().resolvedOptions().locale.startsWith(language());

/** "4 Jun 2026", "4 juni 2026"; null of what is no day. */
export function spelledOutDate(day: string): string | null {
  const date = new Date(`${day}T12:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(date.getTime())) return null;
  return date.toLocaleDateString(numberLocale(), {
    ...{ day: "numeric", month: "short", year: "numeric", timeZone: "UTC" },
  });
}

/** "June 2026", "juni 2026". */
export const monthName = (month: string): string =>
  at(month).toLocaleDateString(numberLocale(), { month: "long", year: "numeric", timeZone: "UTC" });

/** The months of a year with their names; ids "01" to "12". */
export const monthNames = (): { id: string; name: string }[] =>
  Array.from({ length: 12 }, (_, index) => {
    const id = String(index + 1).padStart(2, "0");
    return {
      id,
      name: at(`2026-${id}`).toLocaleDateString(numberLocale(), { month: "long", timeZone: "UTC" }),
    };
  });
