import { useCallback, useRef, useState } from "react";
import { keepLockedUntil } from "./draftLock.ts";

/**
 * Adds photos and files to a draft one at a time: reading, reducing and hashing takes seconds. Until all are stored, the draft is
 * neither sent nor released.
 */
export function useMediaQueue(draftId: string) {
  const [addingCount, setAddingCount] = useState(0);
  const pendingAdditions = useRef<Promise<unknown>>(Promise.resolve());

  const addAll = useCallback(
    <T>(items: readonly T[], add: (item: T) => Promise<unknown>): Promise<void> => {
      setAddingCount((current) => current + items.length);
      const previousAdditions = pendingAdditions.current;
      const additions = (async () => {
        // Whether a file is new depends on the files chosen before it.
        await previousAdditions.catch(() => undefined);
        for (const item of items) {
          await add(item);
          setAddingCount((current) => current - 1);
        }
      })();
      pendingAdditions.current = Promise.all([pendingAdditions.current, additions]);
      keepLockedUntil(draftId, pendingAdditions.current);
      return additions;
    },
    [draftId],
  );

  /** Resolves when every chosen file is in the draft or was refused. */
  const waitUntilAdded = useCallback(async () => {
    await pendingAdditions.current;
  }, []);

  return { addingCount, addAll, waitUntilAdded };
}
