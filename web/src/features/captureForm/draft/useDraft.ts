import { useCallback, useRef, useState } from "react";
import { type Draft, type DraftMedia, withMedia, withoutMedia } from "#domain/capture/draft.ts";
import { now } from "#domain/core/fields.ts";
import { wasStolen } from "./draftLock.ts";
import { deleteDraft, dropMedia, saveDraft, saveMedia } from "./draftStore.ts";
import { useMediaQueue } from "./useMediaQueue.ts";

/** Whether the draft on the screen is stored in the browser. */
export type SaveState = "kept" | "keeping" | "failed";

/** Milliseconds of writing before the user is told of it. */
const savingNoticeDelayMs = 400;

/**
 * A draft that is stored with every change. Changes are written one after the other, and only the newest of those that wait.
 * Bytes are stored before the form shows them: what is visible survives a crash.
 */
export function useDraft(given: Draft) {
  const [draft, setDraft] = useState(given);
  const [keeping, setKeeping] = useState<SaveState>("kept");
  const draftRef = useRef(given);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(false);
  const forgotten = useRef(false);
  const { adding, addAll, added } = useMediaQueue(given.id);

  const show = useCallback((next: Draft) => {
    draftRef.current = next;
    setDraft(next);
  }, []);

  const write = useCallback(
    (work: () => Promise<void>): Promise<void> => {
      const slow = setTimeout(() => setKeeping("keeping"), savingNoticeDelayMs);
      const done = queue.current.then(() => (forgotten.current || wasStolen(given.id) ? undefined : work()));
      queue.current = done.then(
        () => setKeeping("kept"),
        () => setKeeping("failed"),
      );
      void queue.current.then(() => clearTimeout(slow));
      return done;
    },
    [given.id],
  );

  const keepNewest = useCallback((): Promise<void> => {
    if (waiting.current) return queue.current.then(() => undefined);
    waiting.current = true;
    return write(() => {
      waiting.current = false;
      return saveDraft(draftRef.current);
    });
  }, [write]);

  /** A change by the user. */
  const change = useCallback(
    (next: (draft: Draft) => Draft) => {
      show({ ...next(draftRef.current), lastChanged: now() });
      // `keeping` reports a failure.
      keepNewest().catch(() => undefined);
    },
    [show, keepNewest],
  );

  /** A change of the sending's state, which does not count as an edit. */
  const saveWithoutEdit = useCallback(
    (next: Draft): Promise<void> => {
      show(next);
      return keepNewest();
    },
    [show, keepNewest],
  );

  /** @throws QuotaExceededError when the device is full; the photo is not shown then. */
  const addMedia = useCallback(
    (added: Omit<DraftMedia, "confirmed">, bytes: Blob): Promise<void> =>
      write(async () => {
        const at = now();
        await saveMedia({ ...withMedia(draftRef.current, added), lastChanged: at }, added.id, bytes);
        show({ ...withMedia(draftRef.current, added), lastChanged: at });
      }),
    [write, show],
  );

  const removeMedia = useCallback(
    (id: string): Promise<void> =>
      write(async () => {
        const at = now();
        await dropMedia({ ...withoutMedia(draftRef.current, id), lastChanged: at }, id);
        show({ ...withoutMedia(draftRef.current, id), lastChanged: at });
      }),
    [write, show],
  );

  /** Resolves when everything chosen is added and everything is written. */
  const settled = useCallback(async () => {
    await added();
    await queue.current;
  }, [added]);

  /** Waits for pending writes, which would bring the draft back. */
  const forget = useCallback(async () => {
    forgotten.current = true;
    await queue.current;
    await deleteDraft(draftRef.current.id);
  }, []);

  return {
    draft,
    keeping,
    adding,
    draftRef,
    change,
    saveWithoutEdit,
    addAll,
    addMedia,
    removeMedia,
    settled,
    forget,
  };
}

export type DraftController = ReturnType<typeof useDraft>;
