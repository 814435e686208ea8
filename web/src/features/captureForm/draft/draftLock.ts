import { useCallback, useEffect, useState } from "react";

/*
 * One tab at a time edits or sends a draft: two would overwrite each other's photos. A lock ends with its tab, crashes included.
 */

const nameOf = (draftId: string): string => `siteproof-draft-${draftId}`;

/** Does the work if nobody else holds the draft. @returns whether it was done. */
export async function runIfUnlocked(draftId: string, work: () => Promise<void>): Promise<boolean> {
  if (!navigator.locks) {
    await work();
    return true;
  }
  return navigator.locks.request(nameOf(draftId), { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    return lock !== null;
  });
}

const underway = new Map<string, Promise<unknown>>();
const taken = new Set<string>();

/** Keeps the draft locked after its form closes until photos being added are stored. */
export function keepLockedUntil(draftId: string, done: Promise<unknown>): void {
  underway.set(draftId, done);
  void done.finally(() => {
    if (underway.get(draftId) === done) underway.delete(draftId);
  });
}

/** Whether another tab took the draft: this tab's copy is stale. */
export const wasStolen = (draftId: string): boolean => taken.has(draftId);

type LockState = "asking" | "mine" | "elsewhere";

/** Holds a draft while it is shown. `take` takes it from the tab that has it. */
export function useDraftLock(draftId: string): { holding: LockState; take: () => void } {
  const [holding, setHolding] = useState<LockState>(navigator.locks ? "asking" : "mine");
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
      taken.delete(draftId);
      if (shown) setHolding("mine");
      return held;
    };
    const ask = async () => {
      // Held by a form of this very tab.
      await underway.get(draftId);
      if (!shown) return;
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
      taken.add(draftId);
      if (!shown) return;
      setHolding("elsewhere");
      setSteal(false);
    });
    return () => {
      shown = false;
      const rest = underway.get(draftId);
      if (rest) void rest.finally(release);
      else release();
      stop.abort();
    };
  }, [draftId, steal]);

  return { holding, take: useCallback(() => setSteal(true), []) };
}
