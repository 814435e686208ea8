import { formatSize, sizeUnits } from "#domain/core/text/byteSize.ts";
import type { Measure } from "./statisticsTable.ts";

/** A formatted value of the measure. */
export const valueText = (measure: Measure, value: number, locale: string): string =>
  measure === "dataSize" ? formatSize(value, locale) : value.toLocaleString(locale);

/** Formatter of the Y axis labels. Sizes use one unit that suits the highest value (1§2), in steps of 1000 (1§9). */
export function axisText(measure: Measure, maxValue: number, locale: string): (value: number) => string {
  const format = (value: number) => value.toLocaleString(locale, { maximumFractionDigits: 2 });
  if (measure !== "dataSize") return format;
  let unit = 0;
  while (maxValue >= 1000 ** (unit + 1) && unit < sizeUnits.length - 1) unit += 1;
  return (value) => (value === 0 ? "0" : `${format(value / 1000 ** unit)} ${sizeUnits[unit]}`);
}

/** Maximum number of steps on the axis. */
const maxSteps = 8;

/** Positions of the Y axis's lines: multiples of 1, 2 or 5 times a power of ten, from 0 to at least the highest value. */
export function computeAxisTicks(maxValue: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(maxValue, 1) / maxSteps));
  const bestStep =
    [1, 2, 5, 10].map((factor) => factor * power).find((step) => maxValue / step <= maxSteps) ?? power;
  // Counts and bytes are whole numbers.
  const step = Math.max(1, bestStep);
  return Array.from({ length: Math.ceil(Math.max(maxValue, 1) / step) + 1 }, (_, index) => index * step);
}
