/**
 * Column widths in percent, 100 in total. Unspecified ones share the remainder evenly; if nothing is left for them, all are
 * scaled down.
 */
export function sharedWidths(specified: readonly (number | null)[]): number[] {
  if (specified.length === 0) return [];
  const takenPercent = specified.reduce<number>((sum, width) => sum + (width ?? 0), 0);
  const openCount = specified.filter((width) => width === null).length;
  const defaultWidth =
    takenPercent < 100 ? (100 - takenPercent) / Math.max(openCount, 1) : 100 / specified.length;
  const widths = specified.map((width) => width ?? defaultWidth);
  const total = widths.reduce((sum, width) => sum + width, 0);
  return widths.map((width) => (width * 100) / total);
}

/** A cell of a row: the columns it spans, and its width if specified. */
export interface Spanning {
  colspan: number;
  width: number | null;
}

/**
 * Column widths of a table. The first row that specifies the width of a column decides; cells of one column count before cells
 * that span several.
 */
export function columnWidths(rows: readonly (readonly Spanning[])[]): number[] {
  const count = Math.max(1, ...rows.map((cells) => cells.reduce((sum, { colspan }) => sum + colspan, 0)));
  const widths: (number | null)[] = Array.from({ length: count }, () => null);
  for (const isUnique of [true, false])
    for (const cells of rows) {
      let first = 0;
      for (const { colspan, width } of cells) {
        const columns = Array.from({ length: colspan }, (_, index) => first + index);
        first += colspan;
        const open = columns.filter((column) => widths[column] === null);
        if (width === null || open.length === 0 || (colspan === 1) !== isUnique) continue;
        const usedWidth = columns.reduce((sum, column) => sum + (widths[column] ?? 0), 0);
        for (const column of open) widths[column] = Math.max(1, (width - usedWidth) / open.length);
      }
    }
  return sharedWidths(widths);
}
