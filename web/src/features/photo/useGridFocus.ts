import { type KeyboardEvent, useEffect, useRef, useState } from "react";

/**
 * Keyboard focus in a photo grid: one photo is in the tab order, arrow keys move to the others.
 * @param firstRenderedIndexOf returns the index of the first rendered photo while the photo at `current` has the focus
 */
export function useGridFocus(
  photoCount: number,
  firstRenderedIndexOf: (currentIndex: number) => number = () => 0,
) {
  const [focusedIndex, setFocusedIndex] = useState(0);
  const grid = useRef<HTMLUListElement>(null);
  const isMovedByKey = useRef(false);
  const current = Math.min(focusedIndex, Math.max(0, photoCount - 1));
  const firstRenderedIndex = firstRenderedIndexOf(current);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the arrow keys, even onto another page
  useEffect(() => {
    if (!isMovedByKey.current) return;
    isMovedByKey.current = false;
    grid.current?.querySelectorAll("button")[current - firstRenderedIndex]?.focus();
  }, [current]);

  function onKeyDown(event: KeyboardEvent) {
    const next = toCellIndex(event.key, current, photoCount, columnCountOf(grid.current));
    if (next === null) return;
    event.preventDefault();
    isMovedByKey.current = true;
    setFocusedIndex(next);
  }

  return { current, setCurrentIndex: setFocusedIndex, gridProps: { ref: grid, onKeyDown } };
}

/** The cell that a key moves to, among `count` cells in rows of `columnCount`; null for other keys. */
function toCellIndex(key: string, index: number, count: number, columnCount: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columnCount,
    ArrowDown: index + columnCount,
    Home: 0,
    End: count - 1,
  };
  const target = steps[key];
  if (target === undefined) return null;
  return target < 0 || target >= count ? index : target;
}

/** Thumbnails per row: those at the same height as the first. */
function columnCountOf(grid: HTMLElement | null): number {
  const cells = Array.from(grid?.children ?? []).filter((cell) => cell instanceof HTMLElement);
  const secondRowStart = cells.findIndex((cell) => cell.offsetTop > (cells[0]?.offsetTop ?? 0));
  return secondRowStart < 1 ? Math.max(1, cells.length) : secondRowStart;
}
