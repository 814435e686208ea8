import { Label } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { Session } from "#api/session.ts";
import { ChipLine } from "#ui/layout/boxes.ts";
import { ProfileSection } from "./Part.tsx";

/** The user's name, customer and roles. */
export function Person({ session }: { session: Session }) {
  const { t } = useTranslation("profile");
  const { t: tCommon } = useTranslation();
  const { t: tAccess } = useTranslation("access");
  // "Switched" is a property of the session, not a role of the user.
  const roles = session.roles.filter((role) => role !== "ROLE_SWITCHED_USER");
  return (
    <ProfileSection title={t("about")}>
      <Facts>
        <dt>{t("username")}</dt>
        <dd>{session.username}</dd>
        <dt>{tCommon("fields.customer")}</dt>
        <dd>{session.customerName}</dd>
        <dt>{t("roles")}</dt>
        <dd>
          {roles.length === 0 ? (
            t("noRoles")
          ) : (
            <ChipLine>
              {roles.map((role) => (
                <li key={role}>
                  <Label variant="secondary">{tAccess(`authority.${role}`)}</Label>
                </li>
              ))}
            </ChipLine>
          )}
        </dd>
      </Facts>
    </ProfileSection>
  );
}

const Facts = styled.dl`
  display: grid;
  grid-template-columns: max-content minmax(0, 1fr);
  gap: var(--base-size-8) var(--base-size-24);
  dt {
    color: var(--fgColor-muted);
  }
  dd {
    overflow-wrap: anywhere;
  }
  @media (max-width: 543px) {
    grid-template-columns: minmax(0, 1fr);
    gap: 0;
    dd + dt {
      margin-top: var(--base-size-12);
    }
  }
`;
