import { type LineStyle, lineStyle, totalStyle } from "./palette";
import type { StatisticsTable } from "./statisticsTable";

/** A line of a chart: a template's or the total's. */
export interface ChartLine extends LineStyle {
  /** The template's id; the total has none like it. */
  key: string;
  name: string;
  width: number;
  values: readonly number[];
  /** The same function for as long as the line is the same: what has not changed is not drawn again. */
  valueAt: (point: Point) => number | undefined;
}

/** A month in a chart. */
export interface Point {
  month: string;
  at: number;
}

export const totalKey = "total";

/** The total first; the charts draw it last, and so on top. */
export const chartLines = (
  templates: StatisticsTable["templates"],
  { values, monthTotals }: Pick<StatisticsTable, "values" | "monthTotals">,
  total: string,
): ChartLine[] => [
  line({ key: totalKey, name: total, ...totalStyle }, monthTotals),
  ...templates.map(({ id, name }, index) =>
    line(
      { key: id, name, ...lineStyle(index), width: 1.5 },
      values.map((ofMonth) => ofMonth[index] ?? 0),
    ),
  ),
];

const line = (drawn: Omit<ChartLine, "values" | "valueAt">, values: readonly number[]): ChartLine => ({
  ...drawn,
  values,
  valueAt: ({ at }) => values[at],
});
