import { Button } from "@primer/react";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { PrintSheet } from "./PrintSheet.tsx";

interface Printable {
  /** Whether all that the sheet says has been read. */
  ready: boolean;
  sheet: () => ReactNode;
}

/** A screen's sheet of paper: a button prints it, and so does Ctrl+P. Its photos are fetched before the browser's dialog opens. */
export function usePrint({ ready, sheet }: Printable) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key !== "p") return;
      event.preventDefault();
      setAsked(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return {
    button: (
      <Button disabled={asked} onClick={() => setAsked(true)}>
        {t("print.print")}
      </Button>
    ),
    printing: asked && (
      <PrintSheet ready={ready} onEnd={() => setAsked(false)}>
        {sheet()}
      </PrintSheet>
    ),
  };
}
