import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { columnsOf, gridStep } from "./gridStep";

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
