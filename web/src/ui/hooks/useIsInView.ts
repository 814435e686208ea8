import { type RefObject, useEffect, useLayoutEffect, useState } from "react";

/** Whether an element is on or near the screen; true if that cannot be observed. */
export function useIsInView(ref: RefObject<Element | null>, margin = "400px"): boolean {
  const [isInView, setIsInView] = useState(typeof IntersectionObserver === "undefined");
  // The observer reports after the first paint, which would then change at once.
  useLayoutEffect(() => {
    const bounds = ref.current?.getBoundingClientRect();
    const marginPx = Number.parseFloat(margin);
    if (bounds && bounds.height > 0 && bounds.bottom > -marginPx && bounds.top < innerHeight + marginPx)
      setIsInView(true);
  }, [ref, margin]);
  useEffect(() => {
    const element = ref.current;
    if (!element || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(
      (entries) => setIsInView(entries[entries.length - 1]?.isIntersecting ?? false),
      { rootMargin: margin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, margin]);
  return isInView;
}
