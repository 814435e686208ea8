import { useSyncExternalStore } from "react";

/** The documentations that this session has decided, by the list they were reviewed in. */
const decidedIds = new Map<string, ReadonlySet<string>>();
const listeners = new Set<() => void>();
const emptySet: ReadonlySet<string> = new Set();

export const decidedCountOf = (view: string): number => (decidedIds.get(view) ?? emptySet).size;

/** Records that a documentation was decided, or that this was undone. */
export function recordDecision(view: string, id: string, isDecided: boolean): void {
  const ids = new Set(decidedIds.get(view));
  if (isDecided) ids.add(id);
  else ids.delete(id);
  decidedIds.set(view, ids);
  for (const listener of listeners) listener();
}

/** Continues the count under another list query. */
export function moveDecisions(fromView: string, toView: string): void {
  decidedIds.set(
    toView,
    new Set([...(decidedIds.get(fromView) ?? emptySet), ...(decidedIds.get(toView) ?? emptySet)]),
  );
  clearDecisions(fromView);
}

/** Resets the count, after the end of the list. */
export function clearDecisions(view: string): void {
  decidedIds.delete(view);
  for (const listener of listeners) listener();
}

/** The number of documentations of a list that this session has decided. */
export const useDecidedCount = (view: string): number =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => decidedCountOf(view),
  );
