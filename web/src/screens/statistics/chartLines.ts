import { type LineStyle, lineStyle, totalStyle } from "./palette.ts";
import type { StatisticsTable } from "./statisticsTable.ts";

/** A line of a chart: a template's or the total's. */
export interface ChartLine extends LineStyle {
  /** The template's id; a reserved key for the total. */
  key: string;
  name: string;
  width: number;
  values: readonly number[];
  /** The same function as long as the line is unchanged, so that it is not redrawn. */
  valueAt: (point: Point) => number | undefined;
}

/** A month in a chart. */
export interface Point {
  month: string;
  at: number;
}

export const totalKey = "total";

/** The total first in the list; charts draw it last, on top. */
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
