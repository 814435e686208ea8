import { useCallback, useEffect, useState } from "react";
import { withLock } from "#lib/locks.ts";

/*
 * Only one tab edits or sends a draft at a time: two would overwrite each other's photos. The browser releases the lock when its
 * tab closes or crashes.
 */

const lockNameOf = (draftId: string): string => `siteproof-draft-${draftId}`;

/** Runs the work unless another tab holds the draft. @returns whether it ran */
export async function runIfUnlocked(draftId: string, work: () => Promise<void>): Promise<boolean> {
  return withLock(lockNameOf(draftId), { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    return lock !== null;
  });
}

const pendingAdditions = new Map<string, Promise<unknown>>();
const stolenDrafts = new Set<string>();

/** Keeps the draft locked after its form closes, until all photos being added are stored. */
export function keepLockedUntil(draftId: string, additions: Promise<unknown>): void {
  pendingAdditions.set(draftId, additions);
  void additions.finally(() => {
    if (pendingAdditions.get(draftId) === additions) pendingAdditions.delete(draftId);
  });
}

/** Whether another tab has taken the draft, so that this tab's copy is stale. */
export const wasStolen = (draftId: string): boolean => stolenDrafts.has(draftId);

type LockState = "asking" | "mine" | "elsewhere";

/** Locks a draft while it is open. `takeOver` takes the lock from the tab that holds it. */
export function useDraftLock(draftId: string): { lockState: LockState; takeOver: () => void } {
  const [lockState, setLockState] = useState<LockState>("asking");
  const [isStealing, setSteal] = useState(false);

  useEffect(() => {
    let release = () => {};
    let isMounted = true;
    const releasePromise = new Promise<void>((resolve) => {
      release = resolve;
    });
    const abortController = new AbortController();
    const holdLock = () => {
      stolenDrafts.delete(draftId);
      if (isMounted) setLockState("mine");
      return releasePromise;
    };
    const acquire = async () => {
      // Another form in this tab may still hold the lock.
      await pendingAdditions.get(draftId);
      if (!isMounted) return;
      if (isStealing) return withLock(lockNameOf(draftId), { steal: true }, holdLock);
      const wasFree = await withLock(
        lockNameOf(draftId),
        { ifAvailable: true },
        async (lock) => lock && (await holdLock().then(() => true)),
      );
      if (wasFree || !isMounted) return;
      setLockState("elsewhere");
      await withLock(lockNameOf(draftId), { signal: abortController.signal }, holdLock);
    };
    // Another tab took the lock.
    acquire().catch(() => {
      stolenDrafts.add(draftId);
      if (!isMounted) return;
      setLockState("elsewhere");
      setSteal(false);
    });
    return () => {
      isMounted = false;
      const pendingAddition = pendingAdditions.get(draftId);
      if (pendingAddition) void pendingAddition.finally(release);
      else release();
      abortController.abort();
    };
  }, [draftId, isStealing]);

  return { lockState, takeOver: useCallback(() => setSteal(true), []) };
}
