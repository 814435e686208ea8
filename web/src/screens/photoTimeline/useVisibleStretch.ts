import { useCallback, useLayoutEffect, useState } from "react";

/** Pixels that are drawn beyond the window's edges. */
const overscanPx = 600;
/** Assumed until the place has been measured. */
const assumedWidthPx = 1100;

/** The part of a long element near the window, from its top, in steps of `step` pixels; and its width. */
export function useVisibleStretch(step: number) {
  const [node, setNode] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(assumedWidthPx);
  const [range, setStretch] = useState({ top: 0, bottom: 2 * overscanPx });
  // Before the first painting: photos must not move when the width is known.
  useLayoutEffect(() => {
    if (!node) return;
    const look = () => {
      const above = -node.getBoundingClientRect().top;
      const top = Math.floor((above - overscanPx) / step) * step;
      const bottom = Math.ceil((above + window.innerHeight + overscanPx) / step) * step;
      setStretch((before) => (before.top === top && before.bottom === bottom ? before : { top, bottom }));
      setWidth(node.clientWidth || assumedWidthPx);
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    const sizes = new ResizeObserver(look);
    sizes.observe(node);
    return () => {
      window.removeEventListener("scroll", look);
      sizes.disconnect();
    };
  }, [node, step]);
  return {
    node,
    place: useCallback((element: HTMLElement | null) => setNode(element), []),
    width,
    ...range,
  };
}
