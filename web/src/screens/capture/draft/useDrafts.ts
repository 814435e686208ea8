import { useEffect, useState } from "react";
import type { Draft } from "#domain/capture/draft.ts";
import { draftsOf, subscribeToDrafts } from "#features/captureForm/draft/draftStore.ts";

/** A user's drafts in this browser, the last changed first. */
export function useDrafts(userId: number): readonly Draft[] {
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  useEffect(() => {
    let wanted = true;
    const read = () => {
      draftsOf(userId).then(
        (found) => wanted && setDrafts(found),
        // A browser without storage has no drafts.
        () => {},
      );
    };
    read();
    const stop = subscribeToDrafts(read);
    // Another tab may have sent a draft meanwhile.
    document.addEventListener("visibilitychange", read);
    return () => {
      wanted = false;
      stop();
      document.removeEventListener("visibilitychange", read);
    };
  }, [userId]);
  return drafts;
}
