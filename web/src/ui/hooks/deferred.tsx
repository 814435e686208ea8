import { type ReactNode, useDeferredValue } from "react";

/**
 * An answer, undefined until what shows it can be drawn in pieces, between which the page answers: drawn at once when it arrives, a
 * large screen would hold up a slow phone. What changes later is passed on at once.
 */
export function useDeferredFirstValue<T>(answer: T | undefined): T | undefined {
  const before = useDeferredValue(answer);
  return before === undefined ? undefined : answer;
}

/** Shows what it holds from the time that `when` is true, drawn in pieces as well. */
export const Deferred = ({ when, children }: { when: boolean; children: ReactNode }) =>
  useDeferredFirstValue(when || undefined) && children;
