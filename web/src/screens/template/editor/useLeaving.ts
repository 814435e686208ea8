import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { useConfirm } from "../../../kit/Confirm";
import { useLeaveWarning } from "../../../kit/useLeaveWarning";

/** Leaving with unsaved changes asks, whether by a link, by the browser's buttons or by closing the tab. */
export function useLeaving(unsaved: boolean) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const allowed = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && !allowed.current && currentLocation.pathname !== nextLocation.pathname,
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each time something is stopped
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

  useLeaveWarning(unsaved);

  return {
    /** What comes next is no leaving: it was saved. */
    allow: () => {
      allowed.current = true;
    },
  };
}
