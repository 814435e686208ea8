import { useSyncExternalStore } from "react";

/** One clock for all rows, which runs while there are any. */
const listeners = new Set<() => void>();
let now = Date.now();
let clock: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    clock = setInterval(() => {
      now = Date.now();
      for (const tell of listeners) tell();
    }, 60_000);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(clock);
  };
}

/** The present, milliseconds, as of the last full minute that was looked at. */
export const useMinute = (): number => useSyncExternalStore(subscribe, () => now);
