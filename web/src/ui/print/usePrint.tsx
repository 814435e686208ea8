import { Button } from "@primer/react";
import { type ReactNode, useLayoutEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useShortcuts } from "../shortcuts/useShortcuts.ts";
import { PrintSheet } from "./PrintSheet.tsx";

interface Printable {
  /** Whether everything on the sheet has loaded. */
  isReady: boolean;
  sheet: () => ReactNode;
}

/**
 * A printable sheet of a screen, printed by a button or Ctrl+P. Its photos are loaded before the browser's print dialog opens.
 */
export function usePrint({ isReady, sheet: renderSheet }: Printable) {
  const { t } = useTranslation();
  const [isPrinting, setIsPrinting] = useState(false);
  // Before the first paint, so that Ctrl+P works as soon as the button is visible.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key !== "p") return;
      event.preventDefault();
      setIsPrinting(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  useShortcuts("", [{ key: "", label: t("print.print"), act: () => setIsPrinting(true), isAction: true }]);
  return {
    button: (
      <Button disabled={isPrinting} onClick={() => setIsPrinting(true)}>
        {t("print.print")}
      </Button>
    ),
    printSheet: isPrinting && (
      <PrintSheet isReady={isReady} onEnd={() => setIsPrinting(false)}>
        {renderSheet()}
      </PrintSheet>
    ),
  };
}
