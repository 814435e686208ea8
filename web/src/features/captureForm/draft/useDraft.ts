import { useCallback, useRef, useState } from "react";
import { type Draft, type DraftMedia, withMedia, withoutMedia } from "#domain/capture/draft.ts";
import { now } from "#domain/core/fields.ts";
import { wasStolen } from "./draftLock.ts";
import { deleteDraft, dropMedia, saveDraft, saveMedia } from "./draftStore.ts";
import { type StorageFault, storageFaultOf } from "./storageFault.ts";
import { useMediaQueue } from "./useMediaQueue.ts";

/** Whether the visible draft is stored in the browser, or why not. */
export type SaveState = "saved" | "saving" | StorageFault;

/** Milliseconds before a slow write is shown to the user. */
const savingNoticeDelayMs = 400;

/**
 * A draft that is stored on every change. Changes are written one at a time; of those queued, only the newest is written. Bytes
 * are stored before the form shows them, so everything visible survives a crash.
 */
export function useDraft(initialDraft: Draft) {
  const [draft, setDraft] = useState(initialDraft);
  const [saveState, setSaveState] = useState<SaveState>("saved");
  const draftRef = useRef(initialDraft);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const isWriteQueued = useRef(false);
  const isDeleted = useRef(false);
  const { addingCount, addAll, waitUntilAdded } = useMediaQueue(initialDraft.id);

  const setCurrent = useCallback((next: Draft) => {
    draftRef.current = next;
    setDraft(next);
  }, []);

  /** The save state of the draft. Bytes that were not stored do not change it, because nothing shows them. */
  const draftSaveState = useRef<SaveState>("saved");
  const write = useCallback(
    (work: () => Promise<void>, kind: "draft" | "bytes" = "draft"): Promise<void> => {
      const noticeTimer = setTimeout(() => setSaveState("saving"), savingNoticeDelayMs);
      const writePromise = queue.current.then(() =>
        isDeleted.current || wasStolen(initialDraft.id) ? undefined : work(),
      );
      queue.current = writePromise.then(
        () => {
          draftSaveState.current = "saved";
        },
        (error) => {
          if (kind === "draft") draftSaveState.current = storageFaultOf(error);
        },
      );
      void queue.current.then(() => {
        clearTimeout(noticeTimer);
        setSaveState(draftSaveState.current);
      });
      return writePromise;
    },
    [initialDraft.id],
  );

  const saveLatest = useCallback((): Promise<void> => {
    if (isWriteQueued.current) return queue.current.then(() => undefined);
    isWriteQueued.current = true;
    return write(() => {
      isWriteQueued.current = false;
      return saveDraft(draftRef.current);
    });
  }, [write]);

  /** A change by the user. */
  const change = useCallback(
    (update: (draft: Draft) => Draft) => {
      setCurrent({ ...update(draftRef.current), lastChanged: now() });
      // `saveState` reports a failure.
      saveLatest().catch(() => undefined);
    },
    [setCurrent, saveLatest],
  );

  /** A change of the sending state, which does not count as an edit. */
  const saveWithoutEdit = useCallback(
    (next: Draft): Promise<void> => {
      setCurrent(next);
      return saveLatest();
    },
    [setCurrent, saveLatest],
  );

  /** @throws the error that `storageFaultOf` explains; the photo is not shown then. */
  const addMedia = useCallback(
    (media: Omit<DraftMedia, "confirmed">, bytes: Blob): Promise<void> =>
      write(async () => {
        const changedAt = now();
        await saveMedia({ ...withMedia(draftRef.current, media), lastChanged: changedAt }, media.id, bytes);
        setCurrent({ ...withMedia(draftRef.current, media), lastChanged: changedAt });
      }, "bytes"),
    [write, setCurrent],
  );

  const removeMedia = useCallback(
    (id: string): Promise<void> =>
      write(async () => {
        const changedAt = now();
        await dropMedia({ ...withoutMedia(draftRef.current, id), lastChanged: changedAt }, id);
        setCurrent({ ...withoutMedia(draftRef.current, id), lastChanged: changedAt });
      }),
    [write, setCurrent],
  );

  /** Resolves when all chosen files are added and everything is written. */
  const waitUntilSaved = useCallback(async () => {
    await waitUntilAdded();
    await queue.current;
  }, [waitUntilAdded]);

  /** Waits for pending writes first, because they would restore the draft. */
  const discard = useCallback(async () => {
    isDeleted.current = true;
    await queue.current;
    await deleteDraft(draftRef.current.id);
  }, []);

  return {
    draft,
    saveState,
    addingCount,
    draftRef,
    change,
    saveWithoutEdit,
    addAll,
    addMedia,
    removeMedia,
    waitUntilSaved,
    discard,
  };
}

export type DraftController = ReturnType<typeof useDraft>;
