import { Label } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useSession } from "../../api/session";
import { Flash } from "../../kit/Flash";
import { Page } from "../../kit/Page";
import { PasswordSection } from "./PasswordSection";
import { SecondFactorSection } from "./SecondFactorSection";

/** /profile (3§2): who one is, the password, the second factor. */
export default function Profile() {
  const { t } = useTranslation("profile");
  const { t: common } = useTranslation();
  const { t: access } = useTranslation("access");
  const session = useSession();
  if (!session) return null;
  const switched = session.roles.includes("ROLE_SWITCHED_USER");
  return (
    <Page title={common("routes.profile")} width="text">
      <Sections>
        <Facts>
          <dt>{t("username")}</dt>
          <dd>{session.username}</dd>
          <dt>{common("fields.customer")}</dt>
          <dd>{session.customerName}</dd>
          <dt>{t("roles")}</dt>
          <dd>
            <Roles>
              {session.roles.length === 0 && common("state.none")}
              {session.roles.map((role) => (
                <li key={role}>
                  <Label>{access(`authority.${role}`)}</Label>
                </li>
              ))}
            </Roles>
          </dd>
        </Facts>
        {switched && <Flash kind="warning">{t("switched")}</Flash>}
        <PasswordSection disabled={switched} />
        <SecondFactorSection disabled={switched} />
      </Sections>
    </Page>
  );
}

const Sections = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-24);
`;

const Facts = styled.dl`
  display: grid;
  grid-template-columns: minmax(96px, max-content) minmax(0, 1fr);
  gap: var(--base-size-8) var(--base-size-24);
  dt {
    color: var(--fgColor-muted);
  }
  dd {
    overflow-wrap: anywhere;
  }
`;

const Roles = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-4);
  list-style: none;
`;
