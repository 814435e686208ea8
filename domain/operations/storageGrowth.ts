/** The size of the bucket at the end of a day. */
export interface DailySize {
  /** YYYY-MM-DD. */
  day: string;
  /** Bytes. */
  objectBytes: number;
}

/** The number of days that define usual growth, and the minimum needed to judge. */
export const baselineDays = 28;
const minBaselineDays = 7;
/** Changes below this many bytes a day are not reported. */
const minReportedBytesPerDay = 1e9;

export interface Growth {
  verdict: "USUAL" | "GROWTH" | "LOSS";
  /** The last day's growth in bytes, negative if it shrank, and the usual daily growth. */
  growthBytes: number;
  usualGrowthBytes: number;
}

/**
 * Compares the growth of the last day with the days before it. GROWTH: more than three times the 90th percentile, and at least 1
 * GB. LOSS: more than a tenth of everything, and at least 1 GB. The growth over days without a size is spread evenly.
 * @param days in order
 */
export function assessGrowth(days: readonly DailySize[]): Growth {
  const rates = days.slice(1).map((day, index) => rateOf(days[index]!, day));
  const growthBytes = rates.at(-1) ?? 0;
  const earlierRates = rates.slice(-1 - baselineDays, -1).toSorted((a, b) => a - b);
  const usualGrowthBytes = Math.max(0, earlierRates[Math.floor(0.9 * (earlierRates.length - 1))] ?? 0);
  const previousBytes = days.at(-2)?.objectBytes ?? 0;
  if (-growthBytes > Math.max(minReportedBytesPerDay, previousBytes / 10))
    return { verdict: "LOSS", growthBytes, usualGrowthBytes };
  const hasBaseline = earlierRates.length >= minBaselineDays;
  return {
    verdict:
      hasBaseline && growthBytes > Math.max(minReportedBytesPerDay, 3 * usualGrowthBytes)
        ? "GROWTH"
        : "USUAL",
    growthBytes,
    usualGrowthBytes,
  };
}

const rateOf = (previousDay: DailySize, currentDay: DailySize): number =>
  (currentDay.objectBytes - previousDay.objectBytes) /
  Math.max(1, Math.round((Date.parse(currentDay.day) - Date.parse(previousDay.day)) / 86_400_000));
