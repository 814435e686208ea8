import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { useConfirm } from "./Confirm.tsx";
import { useBeforeUnload } from "./useBeforeUnload.ts";

/** Asks before the user leaves with unsaved changes, by a link, the browser's buttons or closing the tab. */
export function useUnsavedChangesPrompt(unsaved: boolean) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const isLeavingAllowed = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && !isLeavingAllowed.current && currentLocation.pathname !== nextLocation.pathname,
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for each blocked navigation
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void confirm({
      title: t("form.unsavedTitle"),
      text: t("form.unsaved"),
      confirm: t("form.discard"),
      cancel: t("form.keepEditing"),
      danger: true,
    }).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker.state]);

  useBeforeUnload(unsaved);

  return {
    /** Lets the next navigation pass, once everything is saved. */
    allow: () => {
      isLeavingAllowed.current = true;
    },
  };
}
