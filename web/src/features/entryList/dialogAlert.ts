import { createContext, useContext } from "react";
import type { AlertKind } from "#ui/overlay/alertStore.ts";

/** The outcome of an action in the dialog of a list's rows, which covers the page's alerts. */
export interface DialogAlert {
  kind: AlertKind;
  text: string;
}

export const DialogAlertContext = createContext<((said: DialogAlert) => void) | null>(null);

export function useDialogAlert(): (said: DialogAlert) => void {
  const say = useContext(DialogAlertContext);
  if (!say) throw new Error("A row is worked with in an EntriesDialog");
  return say;
}
