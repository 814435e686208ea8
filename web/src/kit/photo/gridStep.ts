/** Where a key leads from one of `count` cells in rows of `columns`; null when the key is not one of the grid's. */
export function gridStep(key: string, at: number, count: number, columns: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: count - 1,
  };
  const wanted = steps[key];
  if (wanted === undefined) return null;
  return wanted < 0 || wanted >= count ? at : wanted;
}

/** How many thumbnails stand in a row: those that are as high up as the first. */
export function columnsOf(grid: HTMLElement | null): number {
  const cells = Array.from(grid?.children ?? []) as HTMLElement[];
  const below = cells.findIndex((cell) => cell.offsetTop > (cells[0]?.offsetTop ?? 0));
  return below < 1 ? Math.max(1, cells.length) : below;
}
