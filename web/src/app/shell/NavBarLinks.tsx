import { TriangleDownIcon } from "@primer/octicons-react";
import { ActionList, ActionMenu, Button } from "@primer/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import styled from "styled-components";
import { isSubpath } from "#navigation/menus.ts";
import type { ScreenRoute } from "#navigation/routes.ts";
import { StableWidthBold } from "#ui/layout/typography.ts";
import { useFittingItemCount } from "./useFittingItemCount.ts";

/** The links of the bar. Links that do not fit move into the 'More' menu. */
export function NavBarLinks({ routes }: { routes: readonly ScreenRoute[] }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const list = useRef<HTMLUListElement>(null);
  const fit = useFittingItemCount(list, routes.length);
  const fittingCount = fit?.count ?? routes.length;
  const overflowing = routes.slice(fittingCount);
  return (
    <Nav aria-label={t("frame.navigation")}>
      <List ref={list} style={fit ? { maxWidth: fit.width } : undefined}>
        {routes.map((route, index) => (
          <Item key={route.path} $hidden={index >= fittingCount}>
            <BarLink
              to={route.path}
              aria-current={isSubpath(pathname, route.path) ? "page" : undefined}
              tabIndex={index >= fittingCount ? -1 : undefined}
            >
              <StableWidthBold data-text={t(`routes.${route.title}`)}>
                {t(`routes.${route.title}`)}
              </StableWidthBold>
            </BarLink>
          </Item>
        ))}
      </List>
      {overflowing.length > 0 && (
        <ActionMenu>
          <ActionMenu.Anchor>
            <Button variant="invisible" trailingVisual={TriangleDownIcon}>
              {t("actions.more")}
            </Button>
          </ActionMenu.Anchor>
          <ActionMenu.Overlay>
            <ActionList>
              {overflowing.map((route) => (
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
            </ActionList>
          </ActionMenu.Overlay>
        </ActionMenu>
      )}
    </Nav>
  );
}

const Nav = styled.nav`
  display: flex;
  flex: 1 1 0;
  align-items: center;
  align-self: stretch;
  min-width: 0;
  @media (max-width: 767px) {
    display: none;
  }
`;

const List = styled.ul`
  display: flex;
  flex: 0 1 auto;
  align-self: stretch;
  min-width: 0;
  overflow: hidden;
`;

/** Hidden links keep their width, so that the layout can tell when they fit again. */
const Item = styled.li<{ $hidden: boolean }>`
  display: flex;
  flex: none;
  visibility: ${({ $hidden }) => ($hidden ? "hidden" : "visible")};
`;

const BarLink = styled(Link)`
  position: relative;
  display: flex;
  align-items: center;
  padding: 0 var(--base-size-8);
  color: var(--fgColor-default);
  white-space: nowrap;
  &::before {
    content: "";
    position: absolute;
    inset: var(--base-size-12) 0;
    border-radius: var(--borderRadius-medium);
  }
  &:hover {
    text-decoration: none;
  }
  &:hover::before {
    background: var(--control-transparent-bgColor-hover);
    z-index: -1;
  }
  &[aria-current="page"] {
    font-weight: var(--base-text-weight-semibold);
    box-shadow: inset 0 -2px var(--underlineNav-borderColor-active);
  }
`;
