import { createToastStore } from "../overlay/toastStore.ts";

/** A change that can be undone. */
export interface Undoable {
  id: number;
  /** Describes the change, in the toast. */
  text: string;
  /** Undoes the change; rejects if that is no longer possible. */
  undo: () => Promise<unknown>;
}

const store = createToastStore<Undoable | null>(null);
let lastId = 0;

/** Offers to undo the last change, in a toast and with the Z key. A newer offer replaces it. Survives navigation. */
export function offerUndo(text: string, undo: Undoable["undo"]): void {
  lastId += 1;
  store.set({ id: lastId, text, undo });
}

/** Ends the offer, unless a newer one has replaced it. */
export function dismissUndo(id: number): void {
  if (store.get()?.id === id) store.set(null);
}

export const useUndoable = store.use;
