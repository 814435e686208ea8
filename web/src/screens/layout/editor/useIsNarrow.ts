import { useSyncExternalStore } from "react";

/** In narrower windows the panes of the editor are tabs. */
const query = "(max-width: 1011px)";

const mediaQuery = (): MediaQueryList => window.matchMedia(query);

export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const watched = mediaQuery();
      watched.addEventListener("change", listener);
      return () => watched.removeEventListener("change", listener);
    },
    () => mediaQuery().matches,
  );
