import { useSyncExternalStore } from "react";
import { runWhenPointerRests } from "#lib/pointerRest.ts";

/** A change that can be undone. */
export interface Undoable {
  id: number;
  /** Describes the change, in the toast. */
  text: string;
  /** Undoes the change; rejects if that is no longer possible. */
  undo: () => Promise<unknown>;
}

let current: Undoable | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: Undoable | null): void {
  current = next;
  for (const listener of listeners) runWhenPointerRests(listener);
}

/** Offers to undo the last change, in a toast and with the Z key. A newer offer replaces it. Survives navigation. */
export function offerUndo(text: string, undo: Undoable["undo"]): void {
  lastId += 1;
  set({ id: lastId, text, undo });
}

/** Ends the offer, unless a newer one has replaced it. */
export function dismissUndo(id: number): void {
  if (current?.id === id) set(null);
}

export const useUndoable = (): Undoable | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
