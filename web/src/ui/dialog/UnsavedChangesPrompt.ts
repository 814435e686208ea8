import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { useConfirm } from "./Confirm.tsx";
import { hasUnsavedChanges } from "./unsavedChanges.ts";

/** Asks before a navigation that would lose unsaved changes. Rendered once. */
export function UnsavedChangesPrompt(): null {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsavedChanges() && currentLocation.pathname !== nextLocation.pathname,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once per blocked navigation, even if the next one is blocked before this component has rendered
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void confirm({
      title: t("form.unsavedTitle"),
      text: t("form.unsaved"),
      confirm: t("form.discard"),
      cancel: t("form.keepEditing"),
      danger: true,
    }).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker.proceed]);
  return null;
}
