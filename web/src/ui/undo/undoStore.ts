import { createToastStore } from "../overlay/toastStore.ts";

/** A change that can be undone. */
export interface Undoable {
  id: number;
  /** Describes the change, in the toast. */
  text: string;
  madeAt: string;
  /** Undoes the change; rejects if that is no longer possible. */
  undo: () => Promise<unknown>;
}

const store = createToastStore<readonly Undoable[]>([]);
/** The steps of this session that have not been undone, the newest last, whether their toasts are visible or not. */
const history = createToastStore<readonly Undoable[]>([]);
const maxSteps = 50;
const historyDialog = createToastStore(false);
let lastId = 0;

/** Offers to undo a change, in a toast and with the Z key. Earlier offers remain until they expire. Survives navigation. */
export function offerUndo(text: string, undo: Undoable["undo"]): void {
  lastId += 1;
  const step: Undoable = { id: lastId, text, madeAt: new Date().toISOString(), undo };
  store.set([...store.get(), step]);
  history.set([...history.get(), step].slice(-maxSteps));
}

/** Undoes a step and removes it, and its offer, in any case. @throws whatever its undo throws, if that is no longer possible */
export async function undoStep({ id, undo }: Undoable): Promise<void> {
  try {
    await undo();
  } finally {
    dismissUndo(id);
    history.set(history.get().filter((step) => step.id !== id));
  }
}

export const dismissUndo = (id: number): void => store.set(store.get().filter((offer) => offer.id !== id));

/** Ends all offers: another session must not undo this session's changes. */
export function clearUndos(): void {
  store.set([]);
  history.set([]);
}

/** The offers, the newest last. */
export const useUndoables = store.use;
export const useUndoHistory = history.use;

export const showUndoHistory = (isOpen: boolean): void => historyDialog.set(isOpen);
export const useIsUndoHistoryOpen = historyDialog.use;
