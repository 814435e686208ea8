import { useEffect, useState } from "react";

/** Typing pauses this long before a search is sent. */
export const searchDebounceMs = 300;

/** The value, once it has not changed for `delayMs`. */
export function useDebounced<T>(value: T, delayMs = searchDebounceMs): T {
  const [debounced, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return debounced;
}
