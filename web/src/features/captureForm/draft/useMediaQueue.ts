import { useCallback, useRef, useState } from "react";
import { keepLockedUntil } from "./draftLock.ts";

/**
 * Photos and files being added to a draft: read, reduced and hashed one after the other, which takes seconds. Until all are
 * stored the draft is neither sent nor released.
 */
export function useMediaQueue(draftId: string) {
  const [adding, setAdding] = useState(0);
  const underway = useRef<Promise<unknown>>(Promise.resolve());

  const addAll = useCallback(
    <T>(items: readonly T[], add: (item: T) => Promise<unknown>): Promise<void> => {
      setAdding((left) => left + items.length);
      const done = (async () => {
        for (const item of items) {
          await add(item);
          setAdding((left) => left - 1);
        }
      })();
      underway.current = Promise.all([underway.current, done]);
      keepLockedUntil(draftId, underway.current);
      return done;
    },
    [draftId],
  );

  /** Resolves when everything chosen is in the draft or was refused. */
  const added = useCallback(async () => {
    await underway.current;
  }, []);

  return { adding, addAll, added };
}
