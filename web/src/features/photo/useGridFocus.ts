import { type KeyboardEvent, useEffect, useRef, useState } from "react";

/**
 * The keyboard focus of a photo grid: one photo is in the tab order, arrow keys move to the others.
 * @param first the index of the first drawn photo while the photo at `current` has the focus
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

/** The cell a key leads to, among `count` cells in rows of `columns`; null for other keys. */
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

/** Thumbnails per row: those at the height of the first. */
function columnsOf(grid: HTMLElement | null): number {
  const cells = Array.from(grid?.children ?? []) as HTMLElement[];
  const below = cells.findIndex((cell) => cell.offsetTop > (cells[0]?.offsetTop ?? 0));
  return below < 1 ? Math.max(1, cells.length) : below;
}
