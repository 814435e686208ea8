import { type RefObject, useLayoutEffect, useSyncExternalStore } from "react";
import { latestAlertId } from "./alertStore.ts";

/** An open modal view. Content behind it is neither visible, reachable nor announced. */
export interface OpenModal {
  element: HTMLElement;
  /**
   * True for full-screen views: they show all alerts and the undo toast. A dialog shows only alerts raised after it opened, so
   * that no alert moves its buttons under the pointer.
   */
  isPageLike: boolean;
  /** Id of the newest alert when it was opened. */
  since: number;
}

/** Bottom to top. */
let modals: readonly OpenModal[] = [];
const listeners = new Set<() => void>();

function set(next: readonly OpenModal[]): void {
  modals = next;
  for (const listener of listeners) listener();
}

/** Registers a modal view while it is open, so that alerts are shown in it. */
export function useRegisterModal(
  view: RefObject<HTMLElement | null>,
  { whole: isPageLike = false } = {},
): void {
  // In a layout effect, so that an alert raised as the view closes appears on the page immediately.
  useLayoutEffect(() => {
    const element = view.current;
    if (!element) return;
    const modal = { element, isPageLike, since: latestAlertId() };
    set([...modals, modal]);
    return () => set(modals.filter((other) => other !== modal));
  }, [view, isPageLike]);
}

/** The topmost modal view; null if none is open. */
export const useTopModal = (): OpenModal | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => modals.at(-1) ?? null,
  );
