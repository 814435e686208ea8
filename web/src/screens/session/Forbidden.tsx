import { ShieldXIcon, SignOutIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { routeTable } from "#navigation/routes.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { usePageTitle } from "#ui/layout/Page.tsx";

/** Shown on any 403 and by the guard (1§2); names what the denied page requires. */
export default function Forbidden() {
  const { t } = useTranslation("session");
  const { t: tCommon } = useTranslation();
  const { t: tAccess } = useTranslation("access");
  const navigate = useNavigate();
  const deniedPath: unknown = useLocation().state?.path;
  const route = routeTable.find(({ path }) => path === deniedPath);
  usePageTitle(tCommon("routes.forbidden"));
  const missingGrants = [
    ...(route?.authority
      ? [t("forbidden.authority", { name: tAccess(`authority.${route.authority}`) })]
      : []),
    ...(route?.product ? [t("forbidden.product", { name: tAccess(`product.${route.product}`) })] : []),
  ];
  return (
    <EmptyState
      as="h1"
      icon={ShieldXIcon}
      title={t("forbidden.title")}
      text={
        <>
          <p>{t("forbidden.advice")}</p>
          {missingGrants.length > 0 && (
            <p>
              {t("forbidden.requirements")} {missingGrants.join(", ")}.
            </p>
          )}
        </>
      }
      action={
        <Button leadingVisual={SignOutIcon} onClick={() => navigate("/logout")}>
          {tCommon("actions.logOut")}
        </Button>
      }
    />
  );
}
