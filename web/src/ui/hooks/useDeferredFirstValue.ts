import { useDeferredValue } from "react";

/**
 * Defers the first value, so that React renders a large screen in interruptible slices and does not block a slow phone. Later
 * values are returned unchanged.
 */
export function useDeferredFirstValue<T>(value: T | undefined): T | undefined {
  const deferredValue = useDeferredValue(value);
  return deferredValue === undefined ? undefined : value;
}
