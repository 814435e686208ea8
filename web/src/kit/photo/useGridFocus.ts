import { type KeyboardEvent, useEffect, useRef, useState } from "react";

/**
 * One of a grid's photos in the tab order, and the arrow keys that go to the others.
 * @param first gives the index of the first photo that is drawn, for the one the focus is on.
 */
export function useGridFocus(photos: number, first: (current: number) => number = () => 0) {
  const [at, setAt] = useState(0);
  const grid = useRef<HTMLUListElement>(null);
  const moved = useRef(false);
  const current = Math.min(at, Math.max(0, photos - 1));
  const drawn = first(current);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the arrow keys, also onto another page
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    grid.current?.querySelectorAll("button")[current - drawn]?.focus();
  }, [current]);

  function onKeyDown(event: KeyboardEvent) {
    const next = gridStep(event.key, current, photos, columnsOf(grid.current));
    if (next === null) return;
    event.preventDefault();
    moved.current = true;
    setAt(next);
  }

  return { current, setCurrent: setAt, gridProps: { ref: grid, onKeyDown } };
}

/** Where a key leads from one of `count` cells in rows of `columns`; null when the key is not one of the grid's. */
function gridStep(key: string, at: number, count: number, columns: number): number | null {
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
function columnsOf(grid: HTMLElement | null): number {
  const cells = Array.from(grid?.children ?? []) as HTMLElement[];
  const below = cells.findIndex((cell) => cell.offsetTop > (cells[0]?.offsetTop ?? 0));
  return below < 1 ? Math.max(1, cells.length) : below;
}
