export const sizeUnits = ["B", "kB", "MB", "GB", "TB"] as const;

/** Formats a size in bytes for people: steps of 1000, two decimals from kB up (1§9). `locale` sets the decimal mark. */
export function formatSize(bytes: number, locale = "en"): string {
  let value = bytes;
  let unitIndex = 0;
  // 999 995 B would read "1000.00 kB", so the unit changes where rounding to two decimals would reach 1000.
  while (Math.abs(value) >= (unitIndex === 0 ? 1000 : 999.995) && unitIndex < sizeUnits.length - 1) {
    value /= 1000;
    unitIndex += 1;
  }
  const decimalCount = unitIndex === 0 ? 0 : 2;
  return `${value.toLocaleString(locale, { minimumFractionDigits: decimalCount, maximumFractionDigits: decimalCount, useGrouping: false })} ${sizeUnits[unitIndex]}`;
}

/** A rough size with two digits: "12 MB", "1.5 GB". */
export function formatRoughSize(bytes: number, locale = "en"): string {
  let value = bytes;
  let unitIndex = 0;
  while (value >= 995 && unitIndex < sizeUnits.length - 1) {
    value /= 1000;
    unitIndex += 1;
  }
  return `${value.toLocaleString(locale, { maximumSignificantDigits: 2, useGrouping: false })} ${sizeUnits[unitIndex]}`;
}
