import { AlertIcon, SyncIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { usePageTitle } from "#ui/layout/Page.tsx";

/** Shown for a screen that threw, or whose code was removed by a new release; reloading fixes the latter. */
export function RouteError() {
  const { t } = useTranslation();
  usePageTitle(t("state.screenFailed"));
  // A screen whose code could not be fetched opens by itself once there is a connection again.
  useEffect(() => {
    const reload = () => location.reload();
    window.addEventListener("online", reload);
    return () => window.removeEventListener("online", reload);
  }, []);
  return (
    <EmptyState
      as="h1"
      icon={AlertIcon}
      title={t("state.screenFailed")}
      text={t("state.screenFailedHint")}
      action={
        <Button leadingVisual={SyncIcon} onClick={() => location.reload()}>
          {t("state.reload")}
        </Button>
      }
    />
  );
}
