import { SearchIcon } from "@primer/octicons-react";
import { IconButton } from "@primer/react";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadTexts } from "#i18n/i18n.ts";
import { KeystrokeBuffer } from "./KeystrokeBuffer.tsx";

const Finder = lazy(async () => {
  const [module] = await Promise.all([import("./Finder.tsx"), loadTexts("finder")]);
  return module;
});

/** Opens the finder, as does Ctrl+K or Cmd+K while no dialog is open. */
export function FinderButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const bufferedText = useRef("");
  const close = useCallback(() => {
    bufferedText.current = "";
    setOpen(false);
  }, []);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey || event.defaultPrevented) return;
      if (document.querySelector("dialog[open], [role=dialog], [role=alertdialog]")) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <IconButton
        icon={SearchIcon}
        variant="invisible"
        aria-label={t("finder.open")}
        aria-keyshortcuts="Control+K Meta+K"
        data-tour="find"
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense fallback={<KeystrokeBuffer typedText={bufferedText} onClose={close} />}>
          <Finder bufferedText={bufferedText} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
