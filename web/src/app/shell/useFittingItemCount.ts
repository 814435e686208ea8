import { type RefObject, useLayoutEffect, useState } from "react";

/** Pixels reserved for the 'More' button. */
const moreWidth = 96;

interface Fitting {
  count: number;
  /** Total width of the items that fit, in pixels. */
  width: number;
}

/** How many of a list's items fit side by side into its parent, and their total width. */
export function useFittingItemCount(list: RefObject<HTMLElement | null>, count: number): Fitting | null {
  const [fitting, setFitting] = useState<Fitting | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other items have other widths
  useLayoutEffect(() => {
    const element = list.current;
    const room = element?.parentElement;
    if (!element || !room || typeof ResizeObserver === "undefined") return;
    const measure = () => {
      const widths = Array.from(element.children, (child) => child.getBoundingClientRect().width);
      const fit = fittingCount(widths, room.clientWidth, moreWidth);
      const width = Math.ceil(widths.slice(0, fit).reduce((sum, one) => sum + one, 0));
      setFitting((before) =>
        before?.count === fit && before.width === width ? before : { count: fit, width },
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(room);
    for (const child of element.children) observer.observe(child);
    measure();
    return () => observer.disconnect();
  }, [list, count]);
  return fitting;
}

/** All of them, or as many as leave room for the 'More' button. */
export function fittingCount(widths: readonly number[], room: number, more: number): number {
  const all = widths.reduce((sum, width) => sum + width, 0);
  if (all <= room) return widths.length;
  let used = more;
  const first = widths.findIndex((width) => {
    used += width;
    return used > room;
  });
  return first < 0 ? widths.length : first;
}
