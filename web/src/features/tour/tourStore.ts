import { useSyncExternalStore } from "react";
import { readStorage, writeStorage } from "#lib/storage.ts";

/** Per user, because several may share a browser. */
const leftKey = (userId: number) => `tourLeft.${userId}`;

let isOpen = false;
const listeners = new Set<() => void>();
const setOpen = (value: boolean) => {
  isOpen = value;
  for (const listener of listeners) listener();
};

/** Whether a user has left the tour in this browser, at its end or before. */
export const hasLeftTour = (userId: number): boolean => readStorage(leftKey(userId)) !== null;

export const startTour = (): void => setOpen(true);

export function leaveTour(userId: number): void {
  writeStorage(leftKey(userId), "true");
  setOpen(false);
}

export const useIsTourOpen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
  );
