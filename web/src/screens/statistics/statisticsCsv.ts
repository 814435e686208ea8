import type { Measure, StatisticsTable } from "./statisticsTable.ts";

interface Words {
  month: string;
  total: string;
  totals: string;
}

/** The table as CSV. Sizes are in MB with full precision, so that a spreadsheet can calculate with them. */
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

/** A byte order mark, without which Excel breaks å, ä and ö. */
const utf8Bom = "\uFEFF";

/** A CSV text for spreadsheets: semicolons, and the decimal mark of the reader's language. */
export const csvOf = (rows: readonly (readonly (string | number)[])[], decimalMark: "," | "."): string =>
  `${utf8Bom}${rows.map((row) => row.map((cell) => cellOf(cell, decimalMark)).join(";")).join("\r\n")}\r\n`;

function cellOf(cell: string | number, decimalMark: string): string {
  if (typeof cell === "number") return String(cell).replace(".", decimalMark);
  const text = escapeFormula(cell);
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Prefixes an apostrophe to a text that a spreadsheet would run as a formula: anybody may name a template. */
const escapeFormula = (text: string): string => (/^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text);
