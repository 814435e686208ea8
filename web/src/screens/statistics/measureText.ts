import { formatSize } from "../../../../domain/rules/sizes";
import type { Measure } from "./statisticsTable";

const units = ["B", "kB", "MB", "GB", "TB"] as const;

/** A number of the measure as people read it. */
export const valueText = (measure: Measure, value: number, locale: string): string =>
  measure === "dataSize" ? formatSize(value, locale) : value.toLocaleString(locale);

/** What stands at the Y axis: sizes in the one unit that suits the highest of them (1§2), in steps of 1000 (1§9). */
export function axisText(measure: Measure, highest: number, locale: string): (value: number) => string {
  const written = (value: number) => value.toLocaleString(locale, { maximumFractionDigits: 2 });
  if (measure !== "dataSize") return written;
  let unit = 0;
  while (highest >= 1000 ** (unit + 1) && unit < units.length - 1) unit += 1;
  return (value) => (value === 0 ? "0" : `${written(value / 1000 ** unit)} ${units[unit]}`);
}
