import { TriangleDownIcon } from "@primer/octicons-react";
import { ActionList, ActionMenu, Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import type { adminLinks } from "../routes/menus";
import { liesUnder } from "../routes/menus";

export function AdminMenu({ groups }: { groups: ReturnType<typeof adminLinks> }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <ActionMenu>
      <ActionMenu.Anchor>
        <Button variant="invisible" trailingVisual={TriangleDownIcon}>
          {t("frame.admin")}
        </Button>
      </ActionMenu.Anchor>
      <ActionMenu.Overlay width="medium" align="end" maxHeight="xlarge" overflow="auto">
        <ActionList>
          {groups.map(({ group, routes }) => (
            <ActionList.Group key={group}>
              <ActionList.GroupHeading>{t(`menuGroups.${group}`)}</ActionList.GroupHeading>
              {routes.map((route) => (
                <ActionList.LinkItem
                  key={route.path}
                  as={Link}
                  to={route.path}
                  active={liesUnder(pathname, route.path)}
                  aria-current={liesUnder(pathname, route.path) ? "page" : undefined}
                >
                  {t(`routes.${route.title}`)}
                </ActionList.LinkItem>
              ))}
            </ActionList.Group>
          ))}
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  );
}
