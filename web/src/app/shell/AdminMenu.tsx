import { TriangleDownIcon } from "@primer/octicons-react";
import { ActionList, ActionMenu, Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import styled from "styled-components";
import type { findAdminLinks } from "#navigation/menus.ts";
import { isSubpath } from "#navigation/menus.ts";
import { StableWidthBold } from "#ui/layout/typography.ts";

export function AdminMenu({ groups }: { groups: ReturnType<typeof findAdminLinks> }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const isCurrent = groups.some(({ routes }) => routes.some(({ path }) => isSubpath(pathname, path)));
  return (
    <ActionMenu>
      <ActionMenu.Anchor>
        <AdminButton variant="invisible" trailingVisual={TriangleDownIcon} data-current={isCurrent}>
          <StableWidthBold data-text={t("frame.admin")}>{t("frame.admin")}</StableWidthBold>
        </AdminButton>
      </ActionMenu.Anchor>
      <ActionMenu.Overlay width="xlarge" align="end" overflow="auto">
        <Columns>
          {groups.map(({ group, routes }) => (
            <ActionList.Group key={group}>
              <ActionList.GroupHeading>{t(`menuGroups.${group}`)}</ActionList.GroupHeading>
              {routes.map((route) => (
                <ActionList.LinkItem
                  key={route.path}
                  as={Link}
                  to={route.path}
                  active={isSubpath(pathname, route.path)}
                  aria-current={isSubpath(pathname, route.path) ? "page" : undefined}
                >
                  {t(`routes.${route.title}`)}
                </ActionList.LinkItem>
              ))}
            </ActionList.Group>
          ))}
        </Columns>
      </ActionMenu.Overlay>
    </ActionMenu>
  );
}

/** Marked like a link of the bar while one of its screens is open. */
const AdminButton = styled(Button)`
  &[data-current="true"] {
    font-weight: var(--base-text-weight-semibold);
    box-shadow: inset 0 -2px var(--underlineNav-borderColor-active);
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
`;

/** In columns, so that all groups fit a window of normal height. */
const Columns = styled(ActionList)`
  columns: 2;
  column-gap: 0;
  > li {
    break-inside: avoid;
  }
  [aria-current="page"] {
    font-weight: var(--base-text-weight-semibold);
  }
`;
