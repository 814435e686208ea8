import { useCallback, useRef, useState } from "react";
import { type Draft, type DraftMedia, withMedia, withoutMedia } from "../../../../../domain/capture/draft";
import { now } from "../../../../../domain/fields";
import { isTaken } from "./draftLock";
import { dropMedia, forgetDraft, keepDraft, keepMedia } from "./draftStore";
import { useAdding } from "./useAdding";

/** Whether what is on the screen lies in the browser's store as well. */
export type Keeping = "kept" | "keeping" | "failed";

/** Until then nobody need be told that it is being written. Milliseconds. */
const slowAfter = 400;

/**
 * A draft that is kept with every change. Changes are written one after the other; of several that wait the newest is written.
 * Bytes are kept before the form shows them: what is seen is there after a crash.
 */
export function useDraft(given: Draft) {
  const [draft, setDraft] = useState(given);
  const [keeping, setKeeping] = useState<Keeping>("kept");
  const newest = useRef(given);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(false);
  const forgotten = useRef(false);
  const { adding, addAll, added } = useAdding(given.id);

  const show = useCallback((next: Draft) => {
    newest.current = next;
    setDraft(next);
  }, []);

  const write = useCallback(
    (work: () => Promise<void>): Promise<void> => {
      const slow = setTimeout(() => setKeeping("keeping"), slowAfter);
      const done = queue.current.then(() => (forgotten.current || isTaken(given.id) ? undefined : work()));
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
      return keepDraft(newest.current);
    });
  }, [write]);

  /** A change by the user. */
  const change = useCallback(
    (next: (draft: Draft) => Draft) => {
      show({ ...next(newest.current), lastChanged: now() });
      // Told by `keeping`.
      keepNewest().catch(() => undefined);
    },
    [show, keepNewest],
  );

  /** A change by the sending, which is none of what is sent. */
  const put = useCallback(
    (next: Draft): Promise<void> => {
      show(next);
      return keepNewest();
    },
    [show, keepNewest],
  );

  /** @throws QuotaExceededError when the device is full; nothing is shown of the photo then. */
  const addMedia = useCallback(
    (added: Omit<DraftMedia, "confirmed">, bytes: Blob): Promise<void> =>
      write(async () => {
        const at = now();
        await keepMedia({ ...withMedia(newest.current, added), lastChanged: at }, added.id, bytes);
        show({ ...withMedia(newest.current, added), lastChanged: at });
      }),
    [write, show],
  );

  const removeMedia = useCallback(
    (id: string): Promise<void> =>
      write(async () => {
        const at = now();
        await dropMedia({ ...withoutMedia(newest.current, id), lastChanged: at }, id);
        show({ ...withoutMedia(newest.current, id), lastChanged: at });
      }),
    [write, show],
  );

  /** When everything that was chosen is added, and everything is written that was to be. */
  const settled = useCallback(async () => {
    await added();
    await queue.current;
  }, [added]);

  /** Nothing that is still to be written brings it back. */
  const forget = useCallback(async () => {
    forgotten.current = true;
    await queue.current;
    await forgetDraft(newest.current.id);
  }, []);

  return { draft, keeping, adding, newest, change, put, addAll, addMedia, removeMedia, settled, forget };
}

export type DraftWork = ReturnType<typeof useDraft>;
