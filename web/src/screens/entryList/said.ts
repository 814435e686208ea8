import { createContext, useContext } from "react";
import type { AlertKind } from "../../kit/alertStore";

/** What came of something that was done in the dialog of a list's rows, which covers the alerts of the page. */
export interface Said {
  kind: AlertKind;
  text: string;
}

export const SayContext = createContext<((said: Said) => void) | null>(null);

export function useSay(): (said: Said) => void {
  const say = useContext(SayContext);
  if (!say) throw new Error("A row is worked with in an EntriesDialog");
  return say;
}
