import { createToastStore } from "../overlay/toastStore.ts";

/** A change that can be undone. */
export interface Undoable {
  id: number;
  /** Describes the change, in the toast. */
  text: string;
  /** Undoes the change; rejects if that is no longer possible. */
  undo: () => Promise<unknown>;
}

const store = createToastStore<readonly Undoable[]>([]);
let lastId = 0;

/** Offers to undo a change, in a toast and with the Z key. Earlier offers stay for their time. Survives navigation. */
export function offerUndo(text: string, undo: Undoable["undo"]): void {
  lastId += 1;
  store.set([...store.get(), { id: lastId, text, undo }]);
}

export const dismissUndo = (id: number): void => store.set(store.get().filter((offer) => offer.id !== id));

/** Ends all offers: another session must not undo what this one did. */
export const clearUndos = (): void => store.set([]);

/** The offers, the newest last. */
export const useUndoables = store.use;
