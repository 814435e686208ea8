import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useSession } from "#api/session.ts";
import { hasLeftTour, startTour, useIsTourOpen } from "#features/tour/tourStore.ts";
import { loadTexts } from "#i18n/i18n.ts";
import { Shortcuts } from "#ui/shortcuts/ShortcutHelp.tsx";
import { useShortcuts } from "#ui/shortcuts/useShortcuts.ts";
import { UndoToast } from "#ui/undo/UndoToast.tsx";
import { showUndoHistory, useIsUndoHistoryOpen } from "#ui/undo/undoStore.ts";
import { usePageShortcuts } from "./usePageShortcuts.ts";

const Tour = lazy(async () => {
  const [module] = await Promise.all([import("#features/tour/Tour.tsx"), loadTexts("tour")]);
  return module;
});
const UndoHistory = lazy(async () => {
  const [module] = await Promise.all([import("#ui/undo/UndoHistory.tsx"), loadTexts("undo")]);
  return module;
});

/** Available on every screen after login: the keyboard shortcuts with their help, the undo toasts, the steps to undo and the tour. */
export default function GlobalShortcuts() {
  const { t } = useTranslation();
  const isHistoryOpen = useIsUndoHistoryOpen();
  usePageShortcuts();
  useShortcuts(t("keys.everywhere"), [
    { key: "Z", label: t("undo.history"), act: () => showUndoHistory(true), isAction: true },
  ]);
  const userId = useSession()?.userId;
  const isTourOpen = useIsTourOpen();
  useFirstTour();
  return (
    <>
      <Shortcuts />
      <UndoToast />
      {isTourOpen && userId !== undefined && (
        <Suspense>
          <Tour userId={userId} />
        </Suspense>
      )}
      {isHistoryOpen && (
        <Suspense>
          <UndoHistory onClose={() => showUndoHistory(false)} />
        </Suspense>
      )}
    </>
  );
}

/**
 * Starts the tour on the overview for users who have not left it in this browser, once they have touched the page: its card would cover
 * what they have not seen yet. Nobody needs it while acting as another user.
 */
function useFirstTour() {
  const session = useSession();
  const { pathname } = useLocation();
  const isFirst =
    pathname === "/overview" &&
    session !== null &&
    !session.roles.includes("ROLE_SWITCHED_USER") &&
    !hasLeftTour(session.userId);
  useEffect(() => {
    if (!isFirst) return;
    const events = ["pointermove", "pointerup", "keyup", "scroll"];
    const stop = () => {
      for (const event of events) removeEventListener(event, start);
    };
    const start = () => {
      stop();
      startTour();
    };
    for (const event of events) addEventListener(event, start);
    return stop;
  }, [isFirst]);
}
