import type { Language } from "../language.ts";

const [minuteSeconds, hourSeconds, daySeconds] = [60, 3600, 86_400];

/** A duration in its largest fitting unit: minutes below an hour, hours below two days, otherwise days. */
export function formatDuration(seconds: number, language: Language): string {
  const [unit, unitSeconds] =
    seconds < hourSeconds
      ? (["minute", minuteSeconds] as const)
      : seconds < 2 * daySeconds
        ? (["hour", hourSeconds] as const)
        : (["day", daySeconds] as const);
  const value = seconds / unitSeconds;
  return new Intl.NumberFormat(language === "sv" ? "sv-SE" : "en-GB", {
    style: "unit",
    unit,
    unitDisplay: unit === "day" ? "long" : "short",
    maximumFractionDigits: unit !== "minute" && value < 10 ? 1 : 0,
  }).format(value);
}
