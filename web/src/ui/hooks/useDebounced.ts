import { useEffect, useState } from "react";
import { searchDebounceMs } from "../table/SearchBox.tsx";

/** A value once it has not changed for the search delay. */
export function useDebounced<T>(value: T, delay = searchDebounceMs): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
