import { type RefObject, useEffect, useSyncExternalStore } from "react";

/** The modal views that are open, the one on top last. */
let places: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function set(next: readonly HTMLElement[]): void {
  places = next;
  for (const listener of listeners) listener();
}

/** While a modal view is open, alerts and the offer to take something back are shown in it: what lies behind is neither seen, reached nor announced. */
export function useModalPlace(view: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = view.current;
    if (!element) return;
    set([...places, element]);
    return () => set(places.filter((place) => place !== element));
  }, [view]);
}

/** The modal view on top; null where none is open. */
export const useShownPlace = (): HTMLElement | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => places.at(-1) ?? null,
  );
