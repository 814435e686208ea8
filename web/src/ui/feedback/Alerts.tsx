import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import styled from "styled-components";
import { type AlertEntry, clearAlertsOnNavigation, dismissAlert, useAlerts } from "../overlay/alertStore.ts";
import { useTopModal } from "../overlay/modalStack.ts";
import { Banner } from "./Banner.tsx";

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

  const modal = useTopModal();
  const isInPlace = ({ id }: AlertEntry) => modal !== null && (modal.isPageLike || id > modal.since);
  const region = (inPlace: boolean) => {
    const shown = alerts.filter((entry) => isInPlace(entry) === inPlace);
    const urgent = shown.filter(({ kind }) => kind === "danger");
    const calm = shown.filter(({ kind }) => kind !== "danger");
    return (
      <Region aria-label={inPlace === (modal !== null) ? t("alerts.region") : undefined}>
        <div aria-live="assertive">{urgent.map(show)}</div>
        <div aria-live="polite">{calm.map(show)}</div>
      </Region>
    );
  };
  // A region is announced only if it was there before its alert: a success comes as its dialog closes.
  return (
    <>
      {region(false)}
      {modal && createPortal(region(true), modal.element)}
    </>
  );
}

/** Milliseconds that a success stands; it waits while somebody points at it or has the focus in it. */
const successDurationMs = 8_000;

const show = (entry: AlertEntry) => <AlertItem key={entry.id} {...entry} />;

function AlertItem({ id, kind, text, detail, link, links = [] }: AlertEntry) {
  const [held, hold] = useState(false);
  const passes = kind === "success" && !link;
  useEffect(() => {
    if (held || !passes) return;
    const timer = setTimeout(() => dismissAlert(id), successDurationMs);
    return () => clearTimeout(timer);
  }, [held, passes, id]);
  return (
    <Line
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      <Banner
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
      </Banner>
    </Line>
  );
}

/** Above the place of the undo toast. It covers a little and moves nothing. */
const Region = styled.section`
  position: fixed;
  z-index: 40;
  bottom: calc(var(--base-size-64) + env(safe-area-inset-bottom));
  left: 50%;
  width: min(640px, calc(100vw - var(--base-size-32)));
  transform: translateX(-50%);
  pointer-events: none;
  /* Between the buttons above and below, however tall the dialog is. */
  [data-component="Dialog"] & {
    top: 72px;
    bottom: auto;
  }
  @media print {
    display: none;
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
  margin-top: var(--base-size-8);
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-default);
  box-shadow: var(--shadow-floating-large);
  pointer-events: auto;
`;
