import { type RefObject, useLayoutEffect, useSyncExternalStore } from "react";
import { latestAlertId } from "./alertStore.ts";

/** An open modal view. Content behind it is neither visible, reachable nor announced. */
export interface OpenModal {
  element: HTMLElement;
  /**
   * True for full-screen views: they show all alerts and the undo toast. A dialog shows only alerts raised after it opened, so that
   * an earlier alert does not move its buttons under the pointer.
   */
  isPageLike: boolean;
  /** Id of the newest alert when the view opened. */
  newestAlertId: number;
}

/** Bottom to top. */
let openModals: readonly OpenModal[] = [];
const listeners = new Set<() => void>();

function set(next: readonly OpenModal[]): void {
  openModals = next;
  for (const listener of listeners) listener();
}

/** Registers a modal view while it is open, so that alerts are shown in it. */
export function useRegisterModal(view: RefObject<HTMLElement | null>, { isPageLike = false } = {}): void {
  // In a layout effect, so that an alert raised as the view closes appears on the page immediately.
  useLayoutEffect(() => {
    const element = view.current;
    if (!element) return;
    const modal = { element, isPageLike, newestAlertId: latestAlertId() };
    set([...openModals, modal]);
    return () => set(openModals.filter((openModal) => openModal !== modal));
  }, [view, isPageLike]);
}

/** The elements in which full-screen views show toasts, the innermost last. */
let toastSlots: readonly HTMLElement[] = [];

/** Registers an element of a full-screen view for toasts while it is rendered. */
export function useRegisterToastSlot(slot: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = slot.current;
    if (!element) return;
    toastSlots = [...toastSlots, element];
    set(openModals);
    return () => {
      toastSlots = toastSlots.filter((toastSlot) => toastSlot !== element);
      set(openModals);
    };
  }, [slot]);
}

const toastSlotOf = ({ element }: OpenModal): HTMLElement =>
  toastSlots.findLast((slot) => element.contains(slot)) ?? element;

/** The topmost modal view; null if none is open. */
export const useTopModal = (): OpenModal | null =>
  useSyncExternalStore(subscribe, () => openModals.at(-1) ?? null);

/** The element of the topmost modal view that shows toasts; null if none is open. */
export const useToastSlot = (): HTMLElement | null =>
  useSyncExternalStore(subscribe, () => {
    const modal = openModals.at(-1);
    return modal ? toastSlotOf(modal) : null;
  });

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
