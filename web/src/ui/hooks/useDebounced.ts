import { useEffect, useState } from "react";

/** Milliseconds without typing before a search is sent. */
export const searchDebounceMs = 300;

/** The value, once it has not changed for `delayMs`. */
export function useDebounced<T>(value: T, delayMs = searchDebounceMs): T {
  const [debouncedValue, setDebouncedValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedValue(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return debouncedValue;
}
