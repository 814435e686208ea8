import { PeopleIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import type { Session } from "#api/session.ts";
import { navBarHeight, switchedBarHeight } from "./barHeights.ts";

/** Reminds users that they act as another user (1§4). Stays below the navigation while scrolling. */
export function ActingAsBar({ session }: { session: Session }) {
  const { t } = useTranslation();
  const label = t("frame.actingAs", { name: session.username });
  return (
    <Bar aria-label={label}>
      <PeopleIcon />
      <Label>{label}</Label>
      <span aria-hidden="true">·</span>
      <SwitchBackLink to="/switchback">{t("routes.switchBack")}</SwitchBackLink>
    </Bar>
  );
}

const Bar = styled.section`
  position: sticky;
  top: ${navBarHeight};
  z-index: 29;
  display: flex;
  align-items: center;
  justify-content: center;
  gap: var(--base-size-8);
  height: ${switchedBarHeight};
  padding: 0 var(--base-size-16);
  background: var(--bgColor-attention-emphasis);
  color: var(--fgColor-onEmphasis);
  font-size: var(--text-body-size-small);
  > svg {
    flex: none;
  }
`;

const Label = styled.span`
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const SwitchBackLink = styled(Link)`
  flex: none;
  padding: var(--base-size-4);
  color: inherit;
  font-weight: var(--base-text-weight-semibold);
  text-decoration: underline;
  &:focus-visible {
    outline-color: currentColor;
  }
`;
