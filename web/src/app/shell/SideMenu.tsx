import { XIcon } from "@primer/octicons-react";
import { Dialog, IconButton, NavList } from "@primer/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import styled from "styled-components";
import { type findAdminLinks, isSubpath } from "#navigation/menus.ts";
import type { ScreenRoute } from "#navigation/routes.ts";
import { Logo } from "#ui/brand/Logo.tsx";
import { useRegisterModal } from "#ui/overlay/modalStack.ts";

interface SideMenuProps {
  links: readonly ScreenRoute[];
  admin: ReturnType<typeof findAdminLinks>;
  onClose: () => void;
}

/** The navigation on narrow screens. Following a link closes the menu. */
export default function SideMenu({ links, admin, onClose }: SideMenuProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const dialog = useRef<HTMLDivElement>(null);
  useRegisterModal(dialog);
  const renderItem = (route: ScreenRoute) => (
    <NavList.Item
      key={route.path}
      as={Link}
      to={route.path}
      onClick={onClose}
      aria-current={isSubpath(pathname, route.path) ? "page" : undefined}
    >
      {t(`routes.${route.title}`)}
    </NavList.Item>
  );
  return (
    <Dialog
      ref={dialog}
      title={t("frame.menu")}
      position="left"
      width="medium"
      onClose={onClose}
      renderHeader={({ dialogLabelId, dialogDescriptionId }) => (
        <Header>
          <Logo />
          <Title id={dialogLabelId}>{t("product")}</Title>
          <span id={dialogDescriptionId} hidden>
            {t("frame.menu")}
          </span>
          <IconButton icon={XIcon} variant="invisible" aria-label={t("actions.close")} onClick={onClose} />
        </Header>
      )}
      renderBody={() => (
        <Body>
          <NavList aria-label={t("frame.navigation")}>
            {links.map(renderItem)}
            {admin.map(({ group, routes }) => (
              <NavList.Group key={group} title={t(`menuGroups.${group}`)}>
                {routes.map(renderItem)}
              </NavList.Group>
            ))}
          </NavList>
        </Body>
      )}
    >
      {null}
    </Dialog>
  );
}

const Header = styled.div`
  display: flex;
  align-items: center;
  gap: var(--base-size-8);
  padding: var(--base-size-8) var(--base-size-8) var(--base-size-8) var(--base-size-16);
  border-bottom: 1px solid var(--borderColor-muted);
`;

const Title = styled.h2`
  flex: 1;
  font-size: var(--text-body-size-large);
  font-weight: var(--base-text-weight-semibold);
`;

const Body = styled.div`
  flex: 1;
  overflow: auto;
`;
