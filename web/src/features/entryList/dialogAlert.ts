import { createContext, useContext } from "react";
import type { AlertKind } from "#ui/overlay/alertStore.ts";

/** The outcome of an action in an entries dialog, which covers the page's alerts. */
export interface DialogAlert {
  kind: AlertKind;
  text: string;
}

export const DialogAlertContext = createContext<((alert: DialogAlert) => void) | null>(null);

export function useDialogAlert(): (alert: DialogAlert) => void {
  const showDialogAlert = useContext(DialogAlertContext);
  if (!showDialogAlert) throw new Error("useDialogAlert needs a DialogAlertContext");
  return showDialogAlert;
}
