import {
  ArrowSwitchIcon,
  type Icon,
  InfoIcon,
  LogIcon,
  MoonIcon,
  PeopleIcon,
  PersonIcon,
  ReplyIcon,
  SignOutIcon,
  TriangleDownIcon,
} from "@primer/octicons-react";
import { ActionList, ActionMenu, Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { grantsOfSession, type Session } from "#api/session.ts";
import { findUserLinks } from "#navigation/menus.ts";
import type { ScreenRoute } from "#navigation/routes.ts";
import { colorModes, setColorMode, useColorMode } from "#theme/colorMode.ts";

const icons: Record<string, Icon> = {
  "/switchuser": PeopleIcon,
  "/switchback": ReplyIcon,
  "/switchAccount": ArrowSwitchIcon,
  "/profile": PersonIcon,
  "/changeLog": LogIcon,
  "/help": InfoIcon,
};

/** The language entry comes before these (1§2). */
const isAfterLanguage = ({ path }: ScreenRoute) => path === "/changeLog" || path === "/help";

/** The user menu in the order of 1§2, followed by the theme. */
export function UserMenu({ session, onLanguage }: { session: Session; onLanguage: () => void }) {
  const { t } = useTranslation();
  const mode = useColorMode();
  const grants = grantsOfSession(session)!;
  const name = accountLabel(session);
  const links = findUserLinks(grants);
  const renderItem = (route: ScreenRoute) => {
    const RouteIcon = icons[route.path];
    return (
      <ActionList.LinkItem key={route.path} as={Link} to={route.path}>
        {RouteIcon && (
          <ActionList.LeadingVisual>
            <RouteIcon />
          </ActionList.LeadingVisual>
        )}
        {t(`routes.${route.title}`)}
      </ActionList.LinkItem>
    );
  };
  return (
    <ActionMenu>
      <ActionMenu.Anchor>
        <UserButton
          variant="invisible"
          leadingVisual={PersonIcon}
          trailingVisual={TriangleDownIcon}
          aria-label={t("frame.userMenu", { name })}
          data-tour="user"
        >
          <Name>{name}</Name>
        </UserButton>
      </ActionMenu.Anchor>
      <ActionMenu.Overlay width="small" align="end">
        <ActionList>
          {links.filter((route) => !isAfterLanguage(route)).map(renderItem)}
          <ActionList.Item onSelect={onLanguage}>
            <ActionList.LeadingVisual>
              <LanguageIcon />
            </ActionList.LeadingVisual>
            {t("frame.language")}
          </ActionList.Item>
          {links.filter(isAfterLanguage).map(renderItem)}
          <ActionList.Divider />
          <ActionList.Group selectionVariant="single">
            <ActionList.GroupHeading>{t("frame.theme")}</ActionList.GroupHeading>
            {colorModes.map((theme) => (
              <ActionList.Item key={theme} selected={theme === mode} onSelect={() => setColorMode(theme)}>
                {t(`frame.themes.${theme}`)}
                {theme === "dark" && (
                  <ActionList.TrailingVisual>
                    <MoonIcon />
                  </ActionList.TrailingVisual>
                )}
              </ActionList.Item>
            ))}
          </ActionList.Group>
          <ActionList.Divider />
          <ActionList.LinkItem as={Link} to="/logout">
            <ActionList.LeadingVisual>
              <SignOutIcon />
            </ActionList.LeadingVisual>
            {t("actions.logOut")}
          </ActionList.LinkItem>
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  );
}

/** Users with several customers see the current one (1§2). */
const accountLabel = ({ username, customerName, roles }: Session): string =>
  roles.includes("ROLE_SWITCH_CUSTOMER") ? `${username} (${customerName})` : username;

/** A globe at 16 px; the icon set's globe has a different stroke weight. */
function LanguageIcon() {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="6.75" />
      <path d="M1.5 8h13M8 1.25c2 2 2.75 4.25 2.75 6.75S10 12.75 8 14.75C6 12.75 5.25 10.5 5.25 8S6 3.25 8 1.25Z" />
    </svg>
  );
}

const UserButton = styled(Button)`
  flex: 0 1 auto;
  min-width: 0;
  max-width: 260px;
  [data-component="buttonContent"],
  [data-component="text"] {
    flex-shrink: 1;
    min-width: 0;
  }
`;

const Name = styled.span`
  display: block;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;
