import { type RefObject, useEffect, useSyncExternalStore } from "react";

let place: HTMLElement | null = null;
const listeners = new Set<() => void>();

function set(next: HTMLElement | null): void {
  place = next;
  for (const listener of listeners) listener();
}

/** While a modal view is open, the offer to take something back is shown in it: the page behind can neither be seen nor reached. */
export function useToastPlace(view: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = view.current;
    set(element);
    return () => {
      if (place === element) set(null);
    };
  }, [view]);
}

export const useShownPlace = (): HTMLElement | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => place,
  );
