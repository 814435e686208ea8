import type { Measure, StatisticsTable } from "./statisticsTable.ts";

interface CsvLabels {
  month: string;
  total: string;
  totals: string;
}

/** The table as CSV. Sizes are in MB with full precision, so that a spreadsheet can calculate with them. */
export function createStatisticsCsv(
  table: StatisticsTable,
  measure: Measure,
  labels: CsvLabels,
  decimalMark: "," | ".",
): string {
  const isSize = measure === "dataSize";
  const toHeading = (text: string) => (isSize ? `${text} (MB)` : text);
  const toValue = (number: number) => (isSize ? number / 1_000_000 : number);
  return csvOf(
    [
      [labels.month, ...table.templates.map(({ name }) => toHeading(name)), toHeading(labels.total)],
      ...table.months.map((month, index) => [
        month,
        ...table.values[index]!.map(toValue),
        toValue(table.monthTotals[index]!),
      ]),
      [labels.totals, ...table.templateTotals.map(toValue), toValue(table.total)],
    ],
    decimalMark,
  );
}

/** A byte order mark, without which Excel misreads å, ä and ö. */
const utf8Bom = "\uFEFF";

/** CSV for spreadsheets, with semicolons and the decimal mark of the user's language. */
export const csvOf = (rows: readonly (readonly (string | number)[])[], decimalMark: "," | "."): string =>
  `${utf8Bom}${rows.map((row) => row.map((cell) => cellOf(cell, decimalMark)).join(";")).join("\r\n")}\r\n`;

function cellOf(cell: string | number, decimalMark: string): string {
  if (typeof cell === "number") return String(cell).replace(".", decimalMark);
  const text = escapeFormula(cell);
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Prefixes an apostrophe to text that a spreadsheet would run as a formula, since users name templates freely. */
const escapeFormula = (text: string): string => (/^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text);
