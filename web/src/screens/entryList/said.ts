import { createContext, useContext } from "react";
import type { AlertKind } from "../../kit/alertStore";

/** The outcome of an action in the dialog of a list's rows, which covers the page's alerts. */
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
