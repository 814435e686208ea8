import { csvOf } from "./csv";
import type { Measure, StatisticsTable } from "./statisticsTable";

interface Words {
  month: string;
  total: string;
  totals: string;
}

/** The table as a file. Sizes are in MB, to the byte, which a spreadsheet can go on counting with. */
export function statisticsCsv(
  table: StatisticsTable,
  measure: Measure,
  words: Words,
  decimalMark: "," | ".",
): string {
  const size = measure === "dataSize";
  const heading = (text: string) => (size ? `${text} (MB)` : text);
  const value = (number: number) => (size ? number / 1_000_000 : number);
  return csvOf(
    [
      [words.month, ...table.templates.map(({ name }) => heading(name)), heading(words.total)],
      ...table.months.map((month, index) => [
        month,
        ...table.values[index]!.map(value),
        value(table.monthTotals[index]!),
      ]),
      [words.totals, ...table.templateTotals.map(value), value(table.total)],
    ],
    decimalMark,
  );
}
