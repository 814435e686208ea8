import { useEffect, useState } from "react";
import type { Draft } from "#domain/capture/draft.ts";
import { listDrafts, subscribeToDrafts } from "#features/captureForm/draft/draftStore.ts";

/** A user's drafts in this browser, most recently changed first. */
export function useDrafts(userId: number): readonly Draft[] {
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  useEffect(() => {
    let isMounted = true;
    const load = () => {
      listDrafts(userId).then(
        (storedDrafts) => isMounted && setDrafts(storedDrafts),
        // A browser without storage has no drafts.
        () => {},
      );
    };
    load();
    const unsubscribe = subscribeToDrafts(load);
    // Another tab may have sent a draft in the meantime.
    document.addEventListener("visibilitychange", load);
    return () => {
      isMounted = false;
      unsubscribe();
      document.removeEventListener("visibilitychange", load);
    };
  }, [userId]);
  return drafts;
}
