/**
 * Widths of columns in percent, 100 in all. Those that are not given share the rest evenly; if nothing is left for them, all are scaled
 * down.
 */
export function sharedWidths(given: readonly (number | null)[]): number[] {
  if (given.length === 0) return [];
  const taken = given.reduce<number>((sum, width) => sum + (width ?? 0), 0);
  const open = given.filter((width) => width === null).length;
  const rest = taken < 100 ? (100 - taken) / Math.max(open, 1) : 100 / given.length;
  const widths = given.map((width) => width ?? rest);
  const all = widths.reduce((sum, width) => sum + width, 0);
  return widths.map((width) => (width * 100) / all);
}

/** A cell of a row: the columns it spans, and its width if one is given. */
export interface Spanning {
  colspan: number;
  width: number | null;
}

/**
 * Widths of a table's columns. The first row that gives a column's width decides; cells of one column count before cells that span
 * several.
 */
export function columnWidths(rows: readonly (readonly Spanning[])[]): number[] {
  const count = Math.max(1, ...rows.map((cells) => cells.reduce((sum, { colspan }) => sum + colspan, 0)));
  const widths: (number | null)[] = Array.from({ length: count }, () => null);
  for (const alone of [true, false])
    for (const cells of rows) {
      let first = 0;
      for (const { colspan, width } of cells) {
        const columns = Array.from({ length: colspan }, (_, index) => first + index);
        first += colspan;
        const open = columns.filter((column) => widths[column] === null);
        if (width === null || open.length === 0 || (colspan === 1) !== alone) continue;
        const taken = columns.reduce((sum, column) => sum + (widths[column] ?? 0), 0);
        for (const column of open) widths[column] = Math.max(1, (width - taken) / open.length);
      }
    }
  return sharedWidths(widths);
}
