import { type RefObject, useLayoutEffect, useState } from "react";

/** Pixels reserved for the 'More' button. */
const moreButtonWidth = 96;

interface Fitting {
  count: number;
  /** Total width of the items that fit, in pixels. */
  width: number;
}

/** The number of a list's items that fit side by side into its parent, and their total width. */
export function useFittingItemCount(list: RefObject<HTMLElement | null>, count: number): Fitting | null {
  const [fitting, setFitting] = useState<Fitting | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new count means new items, whose widths differ
  useLayoutEffect(() => {
    const element = list.current;
    const container = element?.parentElement;
    if (!element || !container || typeof ResizeObserver === "undefined") return;
    const measure = () => {
      const widths = Array.from(element.children, (child) => child.getBoundingClientRect().width);
      const fit = computeFittingCount(widths, container.clientWidth, moreButtonWidth);
      const width = Math.ceil(widths.slice(0, fit).reduce((sum, itemWidth) => sum + itemWidth, 0));
      setFitting((current) =>
        current?.count === fit && current.width === width ? current : { count: fit, width },
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(container);
    for (const child of element.children) observer.observe(child);
    measure();
    return () => observer.disconnect();
  }, [list, count]);
  return fitting;
}

/** The number of items that fit into `availableWidth`: all of them, or as many as fit beside the 'More' button. */
export function computeFittingCount(
  widths: readonly number[],
  availableWidth: number,
  moreWidth: number,
): number {
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= availableWidth) return widths.length;
  let usedWidth = moreWidth;
  const overflowIndex = widths.findIndex((width) => {
    usedWidth += width;
    return usedWidth > availableWidth;
  });
  return overflowIndex < 0 ? widths.length : overflowIndex;
}
