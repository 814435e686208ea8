import { type LineStyle, lineStyle, totalStyle } from "./palette.ts";
import type { StatisticsTable } from "./statisticsTable.ts";

/** A line of a chart, for a template or for the total. */
export interface ChartLine extends LineStyle {
  /** The template's id; a reserved key for the total. */
  key: string;
  name: string;
  width: number;
  values: readonly number[];
  /** Stable while the line is unchanged, so that it is not redrawn. */
  valueAt: (point: Point) => number | undefined;
}

/** A month in a chart. */
export interface Point {
  month: string;
  index: number;
}

export const totalKey = "total";

/** Lines in legend order, the total first. Charts draw it last, on top. */
export const createChartLines = (
  templates: StatisticsTable["templates"],
  { values, monthTotals }: Pick<StatisticsTable, "values" | "monthTotals">,
  totalName: string,
): ChartLine[] => [
  toLine({ key: totalKey, name: totalName, ...totalStyle }, monthTotals),
  ...templates.map(({ id, name }, index) =>
    toLine(
      { key: id, name, ...lineStyle(index), width: 1.5 },
      values.map((monthValues) => monthValues[index] ?? 0),
    ),
  ),
];

const toLine = (style: Omit<ChartLine, "values" | "valueAt">, values: readonly number[]): ChartLine => ({
  ...style,
  values,
  valueAt: ({ index }) => values[index],
});
