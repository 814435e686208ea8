import { PeopleIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import type { Session } from "../api/session";

/** Nobody should forget that they act as somebody else (1§4). */
export function SwitchedBar({ session }: { session: Session }) {
  const { t } = useTranslation();
  if (!session.roles.includes("ROLE_SWITCHED_USER")) return null;
  return (
    <Bar role="status">
      <PeopleIcon />
      <span>{t("frame.switched", { name: session.username, customer: session.customerName })}</span>
      <Link to="/switchback">{t("routes.switchBack")}</Link>
    </Bar>
  );
}

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-4) var(--base-size-8);
  padding: var(--base-size-4) var(--base-size-24);
  border-bottom: 1px solid var(--borderColor-attention-muted);
  background: var(--bgColor-attention-muted);
  font-size: var(--text-body-size-small);
  a {
    margin-left: auto;
    color: var(--fgColor-default);
    font-weight: var(--base-text-weight-semibold);
    text-decoration: underline;
  }
  @media (max-width: 767px) {
    padding-inline: var(--base-size-16);
  }
`;
