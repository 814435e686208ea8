import { useSyncExternalStore } from "react";

/** In narrower windows the parts of the editor are tabs. */
const query = "(max-width: 1011px)";

const list = (): MediaQueryList => window.matchMedia(query);

export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const watched = list();
      watched.addEventListener("change", listener);
      return () => watched.removeEventListener("change", listener);
    },
    () => list().matches,
  );
