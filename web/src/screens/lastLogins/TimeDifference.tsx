import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { getNumberLocale } from "#i18n/language.ts";

export function TimeDifference({ value }: { value: string }) {
  const { t } = useTranslation("log");
  return formatTimeDifference(value, useCurrentMinute(), getNumberLocale()) ?? t("lastLogins.justNow");
}

/** One timer for all rows, running while at least one is mounted. */
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const notify of listeners) notify();
    }, 60_000);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** The current time in milliseconds, updated every minute. */
const useCurrentMinute = (): number => useSyncExternalStore(subscribe, () => now);

const units = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const satisfies readonly (readonly [Intl.RelativeTimeFormatUnit, number])[];

/** The time since `value` in whole units of the largest that fits, e.g. '3 hours ago'. Null within a minute of `nowMs`. */
export function formatTimeDifference(value: string, now: number, locale: string): string | null {
  const seconds = (Date.parse(value) - now) / 1000;
  const largestUnit = units.find(([, length]) => Math.abs(seconds) >= length);
  if (!largestUnit) return null;
  const [unit, length] = largestUnit;
  return new Intl.RelativeTimeFormat(locale).format(Math.trunc(seconds / length), unit);
}
