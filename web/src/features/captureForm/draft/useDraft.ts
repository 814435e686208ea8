import { useCallback, useRef, useState } from "react";
import { type Draft, type DraftMedia, withMedia, withoutMedia } from "#domain/capture/draft.ts";
import { now } from "#domain/core/fields.ts";
import { wasStolen } from "./draftLock.ts";
import { deleteDraft, dropMedia, saveDraft, saveMedia } from "./draftStore.ts";
import { type StorageFault, storageFaultOf } from "./storageFault.ts";
import { useMediaQueue } from "./useMediaQueue.ts";

/** Whether the visible draft is stored in the browser, or why not. */
export type SaveState = "kept" | "keeping" | StorageFault;

/** Milliseconds before a slow write is shown to the user. */
const savingNoticeDelayMs = 400;

/**
 * A draft that is stored on every change. Changes are written one at a time; of those queued, only the newest is written. Bytes
 * are stored before the form shows them, so everything visible survives a crash.
 */
export function useDraft(initialDraft: Draft) {
  const [draft, setDraft] = useState(initialDraft);
  const [saveState, setKeeping] = useState<SaveState>("kept");
  const draftRef = useRef(initialDraft);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const isWriteQueued = useRef(false);
  const isDeleted = useRef(false);
  const { adding, addAll, added } = useMediaQueue(initialDraft.id);

  const setCurrent = useCallback((next: Draft) => {
    draftRef.current = next;
    setDraft(next);
  }, []);

  /** The state of the draft; bytes that were not stored leave it as it is, because nothing shows them. */
  const draftState = useRef<SaveState>("kept");
  const write = useCallback(
    (work: () => Promise<void>, kind: "draft" | "bytes" = "draft"): Promise<void> => {
      const noticeTimer = setTimeout(() => setKeeping("keeping"), savingNoticeDelayMs);
      const done = queue.current.then(() =>
        isDeleted.current || wasStolen(initialDraft.id) ? undefined : work(),
      );
      queue.current = done.then(
        () => {
          draftState.current = "kept";
        },
        (error) => {
          if (kind === "draft") draftState.current = storageFaultOf(error);
        },
      );
      void queue.current.then(() => {
        clearTimeout(noticeTimer);
        setKeeping(draftState.current);
      });
      return done;
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
    (next: (draft: Draft) => Draft) => {
      setCurrent({ ...next(draftRef.current), lastChanged: now() });
      // `keeping` reports a failure.
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
        const at = now();
        await saveMedia({ ...withMedia(draftRef.current, media), lastChanged: at }, media.id, bytes);
        setCurrent({ ...withMedia(draftRef.current, media), lastChanged: at });
      }, "bytes"),
    [write, setCurrent],
  );

  const removeMedia = useCallback(
    (id: string): Promise<void> =>
      write(async () => {
        const at = now();
        await dropMedia({ ...withoutMedia(draftRef.current, id), lastChanged: at }, id);
        setCurrent({ ...withoutMedia(draftRef.current, id), lastChanged: at });
      }),
    [write, setCurrent],
  );

  /** Resolves when all chosen files are added and everything is written. */
  const waitUntilSaved = useCallback(async () => {
    await added();
    await queue.current;
  }, [added]);

  /** Waits for pending writes first, because they would restore the draft. */
  const discard = useCallback(async () => {
    isDeleted.current = true;
    await queue.current;
    await deleteDraft(draftRef.current.id);
  }, []);

  return {
    draft,
    keeping: saveState,
    adding,
    draftRef,
    change,
    saveWithoutEdit,
    addAll,
    addMedia,
    removeMedia,
    settled: waitUntilSaved,
    forget: discard,
  };
}

export type DraftController = ReturnType<typeof useDraft>;
