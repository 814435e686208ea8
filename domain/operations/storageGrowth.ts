/** What a day's end found in the bucket. */
export interface DayAmount {
  /** YYYY-MM-DD. */
  day: string;
  /** Bytes. */
  objectBytes: number;
}

/** Days that say what is usual, and how many of them are needed to say it. */
export const baselineDays = 28;
const minBaselineDays = 7;
/** Bytes a day below which nothing is worth a mail. */
const minReportedBytesPerDay = 1e9;

export interface Growth {
  verdict: "USUAL" | "GROWTH" | "LOSS";
  /** Bytes by which the last day grew, negative for fewer, and what is usual for a day. */
  grew: number;
  usual: number;
}

/**
 * Judges the last of the days by those before it. GROWTH: three times what nine of ten days stayed below, and a GB at least. LOSS: a
 * tenth of everything, and a GB at least. Days without an amount share what came until the next one.
 * @param days in their order
 */
export function assessGrowth(days: readonly DayAmount[]): Growth {
  const rates = days.slice(1).map((day, index) => rateOf(days[index]!, day));
  const grew = rates.at(-1) ?? 0;
  const before = rates.slice(-1 - baselineDays, -1).toSorted((a, b) => a - b);
  const usual = Math.max(0, before[Math.floor(0.9 * (before.length - 1))] ?? 0);
  const held = days.at(-2)?.objectBytes ?? 0;
  if (-grew > Math.max(minReportedBytesPerDay, held / 10)) return { verdict: "LOSS", grew, usual };
  const known = before.length >= minBaselineDays;
  return {
    verdict: known && grew > Math.max(minReportedBytesPerDay, 3 * usual) ? "GROWTH" : "USUAL",
    grew,
    usual,
  };
}

const rateOf = (from: DayAmount, to: DayAmount): number =>
  (to.objectBytes - from.objectBytes) /
  Math.max(1, Math.round((Date.parse(to.day) - Date.parse(from.day)) / 86_400_000));
