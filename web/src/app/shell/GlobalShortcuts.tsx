import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { loadTexts } from "#i18n/i18n.ts";
import { Shortcuts } from "#ui/shortcuts/ShortcutHelp.tsx";
import { useShortcuts } from "#ui/shortcuts/useShortcuts.ts";
import { UndoToast } from "#ui/undo/UndoToast.tsx";
import { showUndoHistory, useIsUndoHistoryOpen } from "#ui/undo/undoStore.ts";
import { usePageShortcuts } from "./usePageShortcuts.ts";

const UndoHistory = lazy(async () => {
  const [module] = await Promise.all([import("#ui/undo/UndoHistory.tsx"), loadTexts("undo")]);
  return module;
});

/** Available on every screen after login: the keyboard shortcuts with their help, the undo toasts and the steps to undo. */
export default function GlobalShortcuts() {
  const { t } = useTranslation();
  const isHistoryOpen = useIsUndoHistoryOpen();
  usePageShortcuts();
  useShortcuts(t("keys.everywhere"), [
    { key: "Z", label: t("undo.history"), act: () => showUndoHistory(true), isAction: true },
  ]);
  return (
    <>
      <Shortcuts />
      <UndoToast />
      {isHistoryOpen && (
        <Suspense>
          <UndoHistory onClose={() => showUndoHistory(false)} />
        </Suspense>
      )}
    </>
  );
}
