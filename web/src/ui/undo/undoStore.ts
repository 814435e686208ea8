import { useSyncExternalStore } from "react";

/** A change that can be taken back. */
export interface Undoable {
  id: number;
  /** What was done, as the toast says it. */
  text: string;
  /** Takes it back; rejects when it can no longer be. */
  undo: () => Promise<unknown>;
}

let last: Undoable | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: Undoable | null): void {
  last = next;
  for (const listener of listeners) listener();
}

/** Offers to take back the last change: in a toast, and by Z. A newer one takes its place. It survives navigation. */
export function offerUndo(text: string, undo: Undoable["undo"]): void {
  lastId += 1;
  set({ id: lastId, text, undo });
}

/** Ends the offer, unless a newer one has taken its place. */
export function dismissUndo(id: number): void {
  if (last?.id === id) set(null);
}

export const useUndoable = (): Undoable | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => last,
  );
