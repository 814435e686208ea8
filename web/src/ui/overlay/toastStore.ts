import { useSyncExternalStore } from "react";
import { runWhenPointerRests } from "#lib/pointerRest.ts";

/**
 * Creates a store of the contents of toasts. `get` returns the newest value. `use` returns the one on the screen, which changes when the
 * pointer rests: a component that renders for another reason must not replace a toast under the pointer.
 */
export function createToastStore<T>(initial: T) {
  let value = initial;
  let visibleValue = initial;
  const listeners = new Set<() => void>();
  return {
    get: (): T => value,
    set(next: T): void {
      value = next;
      runWhenPointerRests(() => {
        visibleValue = value;
        for (const listener of listeners) listener();
      });
    },
    use: (): T =>
      useSyncExternalStore(
        (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        () => visibleValue,
      ),
  };
}
