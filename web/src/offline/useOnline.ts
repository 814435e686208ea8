import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** False if the browser reports that it is offline. True guarantees nothing. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
