import type { TableColumn } from "./TableColumn.ts";

/** Pixels per share below which the table scrolls sideways. */
const minSharePx = 84;
/** Length of the longest word that fits the header of one share in a narrow table. */
const charactersPerShare = 9;

/**
 * Widths of a table's columns in CSS, followed by that of the actions unless it is 0, and the width in pixels below which the table
 * scrolls. They depend on nothing that is loaded, so that the sort buttons stay in place when rows arrive. Browsers give the columns
 * in pixels their width, and scale the percentages to the rest (CSS Tables 3, 3.9.3).
 */
export function computeColumnWidths(
  columns: readonly Pick<TableColumn<never>, "header" | "width" | "share" | "isRowHeader">[],
  actionsWidthPx: number,
): { widths: string[]; minWidthPx: number } {
  const shareOf = ({ header, width, share, isRowHeader }: (typeof columns)[number]) =>
    width ? 0 : Math.max(share ?? (isRowHeader ? 2 : 1), longestWordIn(header) / charactersPerShare);
  const shares = columns.reduce((sum, column) => sum + shareOf(column), 0);
  const fixedPx = columns.reduce((sum, { width }) => sum + Number.parseInt(width ?? "0", 10), actionsWidthPx);
  const widths = columns.map(
    (column) => column.width ?? `${Math.round((shareOf(column) / shares) * 1e4) / 100}%`,
  );
  if (actionsWidthPx) widths.push(`${actionsWidthPx}px`);
  return { widths, minWidthPx: Math.round(fixedPx + shares * minSharePx) };
}

const longestWordIn = (text: string): number => Math.max(...text.split(" ").map(({ length }) => length));
