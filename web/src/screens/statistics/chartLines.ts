import { type LineStyle, lineStyle, totalStyle } from "./palette";
import type { StatisticsTable } from "./statisticsTable";

/** A line of a chart: a template's or the total's. */
export interface ChartLine extends LineStyle {
  /** The template's id; the total has none like it. */
  key: string;
  name: string;
  width: number;
  values: readonly number[];
}

export const totalKey = "total";

/** The total first, which is drawn last and so on top. */
export const chartLines = (
  templates: StatisticsTable["templates"],
  { values, monthTotals }: Pick<StatisticsTable, "values" | "monthTotals">,
  total: string,
): ChartLine[] => [
  { key: totalKey, name: total, ...totalStyle, values: monthTotals },
  ...templates.map(({ id, name }, index) => ({
    key: id,
    name,
    ...lineStyle(index),
    width: 1.5,
    values: values.map((ofMonth) => ofMonth[index] ?? 0),
  })),
];
