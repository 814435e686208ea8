import { startTransition, useCallback, useEffect, useLayoutEffect, useState } from "react";

/** Pixels rendered beyond the window's edges. */
const overscanPx = 600;
/** Assumed until the element has been measured. */
const assumedWidthPx = 1100;

/** The visible range of a long element, in pixels from its top and in steps of `step`, and its width. */
export function useVisibleRange(step: number) {
  const [node, setNode] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(assumedWidthPx);
  const [range, setRange] = useState({ top: 0, bottom: 2 * overscanPx });
  const [overscan, setOverscan] = useState(0);
  // In a layout effect: photos must not move once the width is known.
  useLayoutEffect(() => {
    if (!node) return;
    const updateRange = () => {
      const offset = -node.getBoundingClientRect().top;
      const top = Math.floor(offset / step) * step;
      const bottom = Math.ceil((offset + window.innerHeight) / step) * step;
      setRange((current) => (current.top === top && current.bottom === bottom ? current : { top, bottom }));
      setWidth(node.clientWidth || assumedWidthPx);
    };
    updateRange();
    window.addEventListener("scroll", updateRange, { passive: true });
    const resizeObserver = new ResizeObserver(updateRange);
    resizeObserver.observe(node);
    return () => {
      window.removeEventListener("scroll", updateRange);
      resizeObserver.disconnect();
    };
  }, [node, step]);
  // What is in the window comes first: all at once, it would block a phone.
  useEffect(() => {
    if (node) startTransition(() => setOverscan(overscanPx));
  }, [node]);
  return {
    node,
    ref: useCallback((element: HTMLElement | null) => setNode(element), []),
    width,
    top: range.top - overscan,
    bottom: range.bottom + overscan,
  };
}
