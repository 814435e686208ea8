/**
 * Column widths in percent, 100 in total. Unspecified ones share the remainder evenly; if nothing is left for them, all are
 * scaled down.
 */
export function distributeWidths(specifiedWidths: readonly (number | null)[]): number[] {
  if (specifiedWidths.length === 0) return [];
  const specifiedPercent = specifiedWidths.reduce<number>((sum, width) => sum + (width ?? 0), 0);
  const unspecifiedCount = specifiedWidths.filter((width) => width === null).length;
  const defaultWidth =
    specifiedPercent < 100
      ? (100 - specifiedPercent) / Math.max(unspecifiedCount, 1)
      : 100 / specifiedWidths.length;
  const widths = specifiedWidths.map((width) => width ?? defaultWidth);
  const total = widths.reduce((sum, width) => sum + width, 0);
  return widths.map((width) => (width * 100) / total);
}

/** A cell of a row: the columns it spans, and its width if specified. */
export interface CellSpan {
  colspan: number;
  width: number | null;
}

/**
 * Column widths of a table. The first row that specifies the width of a column decides; cells of one column take precedence over
 * cells that span several.
 */
export function calculateColumnWidths(rows: readonly (readonly CellSpan[])[]): number[] {
  const count = Math.max(1, ...rows.map((cells) => cells.reduce((sum, { colspan }) => sum + colspan, 0)));
  const widths: (number | null)[] = Array.from({ length: count }, () => null);
  for (const isSingleColumn of [true, false])
    for (const cells of rows) {
      let firstColumn = 0;
      for (const { colspan, width } of cells) {
        const columns = Array.from({ length: colspan }, (_, index) => firstColumn + index);
        firstColumn += colspan;
        const unspecifiedColumns = columns.filter((column) => widths[column] === null);
        if (width === null || unspecifiedColumns.length === 0 || (colspan === 1) !== isSingleColumn) continue;
        const usedWidth = columns.reduce((sum, column) => sum + (widths[column] ?? 0), 0);
        for (const column of unspecifiedColumns)
          widths[column] = Math.max(1, (width - usedWidth) / unspecifiedColumns.length);
      }
    }
  return distributeWidths(widths);
}
