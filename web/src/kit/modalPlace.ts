import { type RefObject, useEffect, useSyncExternalStore } from "react";

let place: HTMLElement | null = null;
const listeners = new Set<() => void>();

function set(next: HTMLElement | null): void {
  place = next;
  for (const listener of listeners) listener();
}

/** While a modal view is open, alerts and the offer to take something back are shown in it: what lies behind is neither seen, reached nor announced. */
export function useModalPlace(view: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = view.current;
    set(element);
    return () => {
      if (place === element) set(null);
    };
  }, [view]);
}

/** The modal view that is open; null where there is none. */
export const useShownPlace = (): HTMLElement | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => place,
  );
