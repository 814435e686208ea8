import { describe, expect, test } from "vitest";
import { formatBytes, formatNumber, formatRoughBytes } from "./numbers.ts";

const sources = import.meta.glob<string>(["../../**/*.{ts,tsx}", "!../../**/*.test.{ts,tsx}"], {
  eager: true,
  query: "?raw",
  import: "default",
});

/** The files that format values, and what each formats. */
const formatters: Record<string, string> = {
  "./dates.ts": "dates",
  "./numbers.ts": "numbers and sizes",
  "./sentenceList.ts": "lists in a sentence",
  "./dateNames.ts": "names of months and days",
  "../../screens/lastLogins/TimeDifference.tsx": "time differences",
  "../../screens/map/VisibleDocumentations.tsx": "degrees",
  "../../screens/scheduler/swedishTimes.ts": "durations and times of day",
  "../../screens/statistics/measureText.ts": "axis labels",
};

describe("2§9, 1§9 dates, numbers and sizes have one format", () => {
  test("only these files format them", () => {
    const formatting =
      /\.toLocale(?:Date|Time)?String\(|\bIntl\.|\bformatSize\(|\.get(?:FullYear|Month|Hours)\(/;
    const formattingFiles = Object.entries(sources).flatMap(([file, source]) =>
      formatting.test(source) ? [file] : [],
    );
    expect(formattingFiles.sort()).toEqual(Object.keys(formatters).sort());
  });

  test("sizes in steps of 1000 with two decimals", () => {
    expect([999, 1000, 999_994, 1_500_000].map(formatBytes)).toEqual([
      "999 B",
      "1.00 kB",
      "999.99 kB",
      "1.50 MB",
    ]);
    expect(formatNumber(1234567)).toBe("1,234,567");
  });

  test("2§2 estimates of sizes with two digits", () => {
    expect([40_000, 994_000, 996_000, 12_345_678, 1_250_000_000].map(formatRoughBytes)).toEqual([
      "40 kB",
      "990 kB",
      "1 MB",
      "12 MB",
      "1.3 GB",
    ]);
  });
});
