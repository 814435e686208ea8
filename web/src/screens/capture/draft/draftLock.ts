import { useCallback, useEffect, useState } from "react";

/*
 * One tab at a time works at a draft, or sends it: two would overwrite one another's photos. A lock ends with its tab, also with one
 * that crashes.
 */

const nameOf = (draftId: string): string => `siteproof-draft-${draftId}`;

/** Does the work if nobody else is at the draft. @returns whether it was done. */
export async function ifFree(draftId: string, work: () => Promise<void>): Promise<boolean> {
  if (!navigator.locks) {
    await work();
    return true;
  }
  return navigator.locks.request(nameOf(draftId), { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    return lock !== null;
  });
}

type Holding = "asking" | "mine" | "elsewhere";

/** Holds a draft for as long as it is shown. `take` takes it from the tab that has it. */
export function useDraftLock(draftId: string): { holding: Holding; take: () => void } {
  const [holding, setHolding] = useState<Holding>(navigator.locks ? "asking" : "mine");
  const [steal, setSteal] = useState(false);

  useEffect(() => {
    if (!navigator.locks) return;
    let release = () => {};
    let shown = true;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const stop = new AbortController();
    const hold = () => {
      if (shown) setHolding("mine");
      return held;
    };
    const ask = async () => {
      if (steal) return navigator.locks.request(nameOf(draftId), { steal: true }, hold);
      const free = await navigator.locks.request(
        nameOf(draftId),
        { ifAvailable: true },
        async (lock) => lock && (await hold().then(() => true)),
      );
      if (free || !shown) return;
      setHolding("elsewhere");
      await navigator.locks.request(nameOf(draftId), { signal: stop.signal }, hold);
    };
    // Taken by another tab.
    ask().catch(() => {
      if (!shown) return;
      setHolding("elsewhere");
      setSteal(false);
    });
    return () => {
      shown = false;
      release();
      stop.abort();
    };
  }, [draftId, steal]);

  return { holding, take: useCallback(() => setSteal(true), []) };
}
