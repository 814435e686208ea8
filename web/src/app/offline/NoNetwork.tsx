import { CloudOfflineIcon, PlusIcon, SyncIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useGrants } from "#api/session.ts";
import { canOpen } from "#navigation/guard.ts";
import type { ScreenRoute } from "#navigation/routes.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { usePageTitle } from "#ui/layout/Page.tsx";

interface NoNetworkProps {
  route: ScreenRoute;
  /** Opens the screen anyway: the browser may be wrong about being offline. */
  onOpenAnyway: () => void;
}

/** Replaces a screen that needs a network, and links to what works offline. */
export function NoNetwork({ route, onOpenAnyway }: NoNetworkProps) {
  const { t } = useTranslation();
  const canCapture = canOpen("/documentation/:uuid", useGrants());
  usePageTitle(t("offline.title"));
  return (
    <EmptyState
      as="h1"
      icon={CloudOfflineIcon}
      title={t("offline.title")}
      text={
        <>
          {t("offline.text", { page: t(`routes.${route.title}`) })}
          {canCapture && ` ${t("offline.canStillCapture")}`}
        </>
      }
      action={
        <>
          {canCapture && (
            <Button as={Link} to="/documentation/create" leadingVisual={PlusIcon}>
              {t("offline.createDocumentation")}
            </Button>
          )}
          <Button variant="invisible" leadingVisual={SyncIcon} onClick={onOpenAnyway}>
            {t("actions.retry")}
          </Button>
        </>
      }
    />
  );
}
