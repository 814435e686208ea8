import { type RefObject, useLayoutEffect, useSyncExternalStore } from "react";
import { latestAlertId } from "./alertStore.ts";

/** A modal view that is open. What lies behind it is neither seen, reached nor announced. */
export interface OpenModal {
  element: HTMLElement;
  /**
   * Whether people work in it as on a page: then it shows all alerts, and the offer to take something back. In a dialog only what is said
   * while it is open is shown, so that nothing comes between the pointer and its buttons as it opens.
   */
  isPageLike: boolean;
  /** The newest alert of the time it was opened. */
  since: number;
}

/** The one on top last. */
let places: readonly OpenModal[] = [];
const listeners = new Set<() => void>();

function set(next: readonly OpenModal[]): void {
  places = next;
  for (const listener of listeners) listener();
}

/** Has alerts shown in a modal view while it is open. */
export function useRegisterModal(
  view: RefObject<HTMLElement | null>,
  { whole: isPageLike = false } = {},
): void {
  // Before anything is painted or done: an alert that the view leaves behind is at once on the page.
  useLayoutEffect(() => {
    const element = view.current;
    if (!element) return;
    const place = { element, isPageLike, since: latestAlertId() };
    set([...places, place]);
    return () => set(places.filter((one) => one !== place));
  }, [view, isPageLike]);
}

/** The modal view on top; null where none is open. */
export const useTopModal = (): OpenModal | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => places.at(-1) ?? null,
  );
