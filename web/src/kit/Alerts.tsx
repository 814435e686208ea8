import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import styled from "styled-components";
import { type AlertEntry, clearAlertsOnNavigation, dismissAlert, useAlerts } from "./alertStore";
import { Flash } from "./Flash";

/** The alerts of the app: announced as they appear, cleared on navigation (1§8). */
export function Alerts() {
  const { t } = useTranslation();
  const alerts = useAlerts();
  const { pathname } = useLocation();
  const shownAt = useRef(pathname);

  // Only another path is another page: a table keeps its page and search in the address.
  useEffect(() => {
    if (shownAt.current === pathname) return;
    shownAt.current = pathname;
    clearAlertsOnNavigation();
  }, [pathname]);

  const urgent = alerts.filter(({ kind }) => kind === "danger");
  const calm = alerts.filter(({ kind }) => kind !== "danger");
  return (
    <Region aria-label={t("alerts.region")} $empty={alerts.length === 0}>
      <div aria-live="assertive">{urgent.map(show)}</div>
      <div aria-live="polite">{calm.map(show)}</div>
    </Region>
  );
}

const show = ({ id, kind, text, detail, link, links = [] }: AlertEntry) => (
  <Line key={id}>
    <Flash
      kind={kind}
      detail={detail}
      action={link && <Link to={link.to}>{link.text}</Link>}
      onDismiss={() => dismissAlert(id)}
    >
      {text}
      {links.length > 0 && (
        <Links>
          {links.map(({ to, text: name }) => (
            <li key={`${to} ${name}`}>
              <Link to={to}>{name}</Link>
            </li>
          ))}
        </Links>
      )}
    </Flash>
  </Line>
);

const Region = styled.section<{ $empty: boolean }>`
  position: sticky;
  top: var(--frame-height, 0px);
  z-index: 20;
  width: 100%;
  max-width: 1440px;
  margin: 0 auto;
  padding: ${({ $empty }) => ($empty ? "0" : "var(--base-size-12) var(--base-size-24) 0")};
  @media (max-width: 767px) {
    padding-inline: var(--base-size-16);
  }
`;

const Links = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-4) var(--base-size-16);
  margin-top: var(--base-size-4);
  overflow-wrap: anywhere;
`;

const Line = styled.div`
  margin-bottom: var(--base-size-4);
`;
