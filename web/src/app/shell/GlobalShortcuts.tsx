import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Shortcuts } from "#ui/shortcuts/ShortcutHelp.tsx";
import { useShortcuts } from "#ui/shortcuts/useShortcuts.ts";
import { UndoToast } from "#ui/undo/UndoToast.tsx";
import { showUndoHistory, useIsUndoHistoryOpen } from "#ui/undo/undoStore.ts";
import { usePageShortcuts } from "./usePageShortcuts.ts";

const UndoHistory = lazy(() => import("#ui/undo/UndoHistory.tsx"));

/** Available on every screen after login: the keyboard shortcuts with their help, the undo toasts and the steps to undo. */
export default function GlobalShortcuts() {
  const { t } = useTranslation();
  const isHistoryOpen = useIsUndoHistoryOpen();
  usePageShortcuts();
  useShortcuts(t("keys.everywhere"), [
    { key: "Z", label: t("undo.history"), act: () => showUndoHistory(true) },
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
