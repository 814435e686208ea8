import { KeyIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { useGrants, useSession } from "#api/session.ts";
import { canOpen, homeOf } from "#navigation/guard.ts";
import { findAdminLinks, findBarLinks } from "#navigation/menus.ts";
import { Redirect } from "#navigation/Redirect.tsx";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Page } from "#ui/layout/Page.tsx";

const capturePath = "/documentation/create";

/** Redirects / to its target (1§2); without one, lists the screens the user can open. */
export default function Home() {
  const { t } = useTranslation("session");
  const { t: tCommon } = useTranslation();
  const session = useSession();
  const grants = useGrants();
  const homePath = homeOf(grants);
  if (homePath) return <Redirect to={homePath} />;
  const links = [...findBarLinks(grants), ...findAdminLinks(grants).flatMap(({ routes }) => routes)];
  // Users who can only capture have no menu link to it.
  const canCapture = canOpen("/documentation/:uuid", grants);
  if (canCapture && links.length === 0) return <Redirect to={capturePath} />;
  // With a single target, a list would only cost a click.
  if (!canCapture && links.length === 1 && links[0]) return <Redirect to={links[0].path} />;
  const title = t("home.title", { name: session?.username ?? "" });
  if (links.length === 0)
    return (
      <Page title={title} width="text">
        <EmptyState
          icon={KeyIcon}
          as="h2"
          title={t("home.noAccess")}
          text={t("home.noAccessText", { customer: session?.customerName ?? "" })}
        />
      </Page>
    );
  return (
    <Page title={title} lead={t("home.lead")} width="text">
      <List>
        {canCapture && (
          <li>
            <Tile to={capturePath}>{tCommon("routes.documentationCreate")}</Tile>
          </li>
        )}
        {links.map((route) => (
          <li key={route.path}>
            <Tile to={route.path}>{tCommon(`routes.${route.title}`)}</Tile>
          </li>
        ))}
      </List>
    </Page>
  );
}

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(200px, 1fr));
  gap: var(--base-size-8);
`;

const Tile = styled(Link)`
  display: block;
  padding: var(--base-size-16);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  color: var(--fgColor-default);
  font-weight: var(--base-text-weight-semibold);
  &:hover {
    border-color: var(--borderColor-accent-emphasis);
    background: var(--bgColor-muted);
    text-decoration: none;
  }
`;
