import { useCallback, useLayoutEffect, useState } from "react";

/** Pixels rendered beyond the window's edges. */
const overscanPx = 600;
/** Assumed until the element has been measured. */
const assumedWidthPx = 1100;

/** The visible range of a long element, in pixels from its top and in steps of `step`, and its width. */
export function useVisibleRange(step: number) {
  const [node, setNode] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(assumedWidthPx);
  const [range, setRange] = useState({ top: 0, bottom: 2 * overscanPx });
  // In a layout effect: photos must not move once the width is known.
  useLayoutEffect(() => {
    if (!node) return;
    const updateRange = () => {
      const offset = -node.getBoundingClientRect().top;
      const top = Math.floor((offset - overscanPx) / step) * step;
      const bottom = Math.ceil((offset + window.innerHeight + overscanPx) / step) * step;
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
  return {
    node,
    ref: useCallback((element: HTMLElement | null) => setNode(element), []),
    width,
    ...range,
  };
}
