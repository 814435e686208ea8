import { useSyncExternalStore } from "react";

/** In narrower windows the panes of the editor are tabs. */
const query = "(max-width: 1011px)";

const mediaQuery = (): MediaQueryList => window.matchMedia(query);

export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const list = mediaQuery();
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => mediaQuery().matches,
  );
