import { useSyncExternalStore } from "react";

/** A wide window has room for one more column; so has a card, whose columns are lines. */
const roomy = "(min-width: 1200px), (max-width: 767px)";

const subscribe = (listener: () => void) => {
  const query = window.matchMedia(roomy);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

export const useRoom = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(roomy).matches);
