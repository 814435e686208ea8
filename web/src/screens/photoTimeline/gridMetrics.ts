/** Sizes of the grid: the number of columns, and lengths in pixels. Imports nothing, because entry/boot.ts must stay small. */
export interface GridMetrics {
  columns: number;
  tile: number;
  gap: number;
  row: number;
  head: number;
}

const narrowWidthPx = 544;
const captionHeightPx = 24;

/** As many columns as fit: at least three on a phone. */
export function computeGridMetrics(width: number): GridMetrics {
  const [min, gap] = width < narrowWidthPx ? [104, 8] : [148, 12];
  const columns = Math.max(width < narrowWidthPx ? 3 : 1, Math.floor((width + gap) / (min + gap)));
  const tile = Math.floor((width - gap * (columns - 1)) / columns);
  return { columns, tile, gap, row: tile + captionHeightPx + gap, head: 56 };
}
