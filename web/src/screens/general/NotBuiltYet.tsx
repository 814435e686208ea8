import { ToolsIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { Link, useMatches } from "react-router";
import { useSession } from "../../api/session";
import { Blank } from "../../kit/Blank";
import { usePageTitle } from "../../kit/Page";
import type { ScreenRoute } from "../../routes/route";

/** Stands where a screen will be, so that guard, menus and links can be used before it is built. */
export default function NotBuiltYet() {
  const { t } = useTranslation();
  const session = useSession();
  const route = useMatches().at(-1)?.handle as ScreenRoute;
  const page = t(`routes.${route.title}`);
  usePageTitle(page);
  return (
    <Blank
      as="h1"
      icon={ToolsIcon}
      title={t("frame.notBuiltYet")}
      text={t("frame.notBuiltYetText", { page })}
      action={<Link to={session ? "/" : "/login"}>{session ? t("frame.toStart") : t("routes.login")}</Link>}
    />
  );
}
