import { ThreeBarsIcon } from "@primer/octicons-react";
import { IconButton } from "@primer/react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { grantsOfSession, type Session } from "#api/session.ts";
import { canOpen } from "#navigation/guard.ts";
import { findAdminLinks, findBarLinks } from "#navigation/menus.ts";
import { Logo } from "#ui/brand/Logo.tsx";
import { useMediaQuery } from "#ui/hooks/useMediaQuery.ts";
import { ActingAsBar } from "./ActingAsBar.tsx";
import { AdminMenu } from "./AdminMenu.tsx";
import { navBarHeight } from "./barHeights.ts";
import { Bell } from "./bell/Bell.tsx";
import { FinderButton } from "./finder/FinderButton.tsx";
import { NavBarLinks } from "./NavBarLinks.tsx";
import { UserMenu } from "./UserMenu.tsx";

const SideMenu = lazy(() => import("./SideMenu.tsx"));
const LanguageDialog = lazy(() => import("./LanguageDialog.tsx"));

/**
 * The navigation bar (1§2): the links the session can open, the Admin menu and the user menu. On a phone, links and Admin menu
 * move into a side menu.
 */
export default function NavBar({ session }: { session: Session }) {
  const { t } = useTranslation();
  const grants = grantsOfSession(session)!;
  const [isSideMenuOpen, setIsSideMenuOpen] = useState(false);
  const [isLanguageDialogOpen, setIsLanguageDialogOpen] = useState(false);
  const isPhone = useMediaQuery("(max-width: 767px)");
  const links = findBarLinks(grants);
  const admin = findAdminLinks(grants);
  return (
    <>
      <Bar>
        <NarrowOnly>
          <IconButton
            icon={ThreeBarsIcon}
            variant="invisible"
            aria-label={t("frame.menu")}
            data-tour="menu"
            aria-expanded={isSideMenuOpen}
            onClick={() => setIsSideMenuOpen(true)}
          />
        </NarrowOnly>
        <Brand to={canOpen("/overview", grants) ? "/overview" : "/"}>
          <Logo />
          {t("product")}
        </Brand>
        {!isPhone && <NavBarLinks routes={links} />}
        <Right>
          <FinderButton />
          <Bell />
          {admin.length > 0 && (
            <WideOnly>
              <AdminMenu groups={admin} />
            </WideOnly>
          )}
          <UserMenu session={session} onLanguage={() => setIsLanguageDialogOpen(true)} />
        </Right>
        <Suspense>
          {isSideMenuOpen && (
            <SideMenu links={links} admin={admin} onClose={() => setIsSideMenuOpen(false)} />
          )}
          {isLanguageDialogOpen && <LanguageDialog onClose={() => setIsLanguageDialogOpen(false)} />}
        </Suspense>
      </Bar>
      {session.roles.includes("ROLE_SWITCHED_USER") && <ActingAsBar session={session} />}
    </>
  );
}

const Bar = styled.header`
  position: sticky;
  top: 0;
  z-index: 30;
  display: flex;
  align-items: center;
  gap: var(--base-size-8);
  height: ${navBarHeight};
  padding: 0 var(--base-size-24);
  border-bottom: 1px solid var(--borderColor-default);
  background: var(--bgColor-muted);
  @media (max-width: 767px) {
    gap: var(--base-size-4);
    padding: 0 var(--base-size-4);
  }
`;

const Brand = styled(Link)`
  display: flex;
  flex: none;
  align-items: center;
  gap: var(--base-size-8);
  margin-right: var(--base-size-8);
  padding: var(--base-size-4);
  border-radius: var(--borderRadius-medium);
  color: var(--fgColor-default);
  font-size: var(--text-body-size-large);
  font-weight: var(--base-text-weight-semibold);
  letter-spacing: -0.01em;
  &:hover {
    text-decoration: none;
  }
  @media (max-width: 767px) {
    min-width: 44px;
    min-height: 44px;
    margin-right: 0;
  }
  /* The name gives way to the user's menu. */
  @media (max-width: 359px) {
    gap: 0;
    justify-content: center;
    font-size: 0;
  }
`;

const Right = styled.div`
  display: flex;
  flex: 0 1 auto;
  align-items: center;
  gap: var(--base-size-4);
  min-width: 0;
  margin-left: auto;
  /* Only the user's name gives way. */
  > :not(:last-child) {
    flex: none;
  }
`;

const NarrowOnly = styled.div`
  @media (min-width: 768px) {
    display: none;
  }
`;

const WideOnly = styled.div`
  @media (max-width: 767px) {
    display: none;
  }
`;
