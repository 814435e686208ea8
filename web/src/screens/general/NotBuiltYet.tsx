import { ToolsIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { Link, useMatches } from "react-router";
import { grantsOfSession, useSession } from "../../api/session";
import { Blank } from "../../kit/Blank";
import { usePageTitle } from "../../kit/Page";
import { barLinks } from "../../routes/menus";
import { routeAt, type ScreenRoute } from "../../routes/routes";

/** Stands where a screen will be, so that guard, menus and links can be used before it is built. */
export default function NotBuiltYet() {
  const { t } = useTranslation();
  const route = useMatches().at(-1)?.handle as ScreenRoute;
  const grants = grantsOfSession(useSession());
  // Not simply to /: for some that leads right here.
  const elsewhere = grants ? (barLinks(grants)[0] ?? routeAt("/")) : routeAt("/login");
  const page = t(`routes.${route.title}`);
  usePageTitle(page);
  return (
    <Blank
      as="h1"
      icon={ToolsIcon}
      title={t("frame.notBuiltYet")}
      text={t("frame.notBuiltYetText", { page })}
      action={<Link to={elsewhere.path}>{t(`routes.${elsewhere.title}`)}</Link>}
    />
  );
}
