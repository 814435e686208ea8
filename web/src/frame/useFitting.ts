import { type RefObject, useLayoutEffect, useState } from "react";

/** Room kept for the 'More' button. */
const moreWidth = 96;

/** How many of a list's items fit into its parent's width, one after another. */
export function useFitting(list: RefObject<HTMLElement | null>, count: number): number {
  const [fitting, setFitting] = useState(count);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other items have other widths
  useLayoutEffect(() => {
    const element = list.current;
    const room = element?.parentElement;
    if (!element || !room || typeof ResizeObserver === "undefined") return;
    const measure = () => {
      const widths = Array.from(element.children, (child) => child.getBoundingClientRect().width);
      setFitting(howManyFit(widths, room.clientWidth, moreWidth));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(room);
    for (const child of element.children) observer.observe(child);
    measure();
    return () => observer.disconnect();
  }, [list, count]);
  return Math.min(fitting, count);
}

/** All of them, or as many as leave room for the button that leads to the rest. */
export function howManyFit(widths: readonly number[], room: number, more: number): number {
  const all = widths.reduce((sum, width) => sum + width, 0);
  if (all <= room) return widths.length;
  let used = more;
  const first = widths.findIndex((width) => {
    used += width;
    return used > room;
  });
  return first < 0 ? widths.length : first;
}
