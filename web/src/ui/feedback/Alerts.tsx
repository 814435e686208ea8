import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import styled from "styled-components";
import { type AlertEntry, clearAlertsOnNavigation, dismissAlert, useAlerts } from "../overlay/alertStore.ts";
import { useToastSlot, useTopModal } from "../overlay/modalStack.ts";
import { Banner } from "./Banner.tsx";

/** The alerts of the app: announced as they appear, cleared on navigation (1§8). */
export function Alerts() {
  const { t } = useTranslation();
  const alerts = useAlerts();
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);

  // Only a new path is a new page: tables keep page and search in the query string.
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    clearAlertsOnNavigation();
  }, [pathname]);

  const modal = useTopModal();
  const slot = useToastSlot();
  const belongsToModal = ({ id }: AlertEntry) =>
    modal !== null && (modal.isPageLike || id > modal.newestAlertId);
  const renderRegion = (inModal: boolean) => {
    const visible = alerts.filter((entry) => belongsToModal(entry) === inModal);
    const failures = visible.filter(({ kind }) => kind === "danger");
    const statusMessages = visible.filter(({ kind }) => kind !== "danger");
    return (
      <Region aria-label={inModal === (modal !== null) ? t("alerts.region") : undefined}>
        <div aria-live="assertive">{failures.map(renderAlert)}</div>
        <div aria-live="polite">{statusMessages.map(renderAlert)}</div>
      </Region>
    );
  };
  // A live region is announced only if it existed before its alert, and a success appears just as its dialog closes.
  return (
    <>
      {renderRegion(false)}
      {modal && slot && createPortal(renderRegion(true), slot)}
    </>
  );
}

/** Milliseconds until a success disappears; paused while the pointer or the focus is on it. */
const successDurationMs = 8_000;

const renderAlert = (entry: AlertEntry) => <AlertItem key={entry.id} {...entry} />;

function AlertItem({ id, kind, text, detail, link, links = [] }: AlertEntry) {
  const [isPaused, setIsPaused] = useState(false);
  const isTemporary = kind === "success" && !link;
  useEffect(() => {
    if (isPaused || !isTemporary) return;
    const timer = setTimeout(() => dismissAlert(id), successDurationMs);
    return () => clearTimeout(timer);
  }, [isPaused, isTemporary, id]);
  return (
    <AlertWrapper
      onMouseEnter={() => setIsPaused(true)}
      onMouseLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
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
    </AlertWrapper>
  );
}

/** Above the undo toasts. Covers little and moves nothing. */
const Region = styled.section`
  position: fixed;
  z-index: 40;
  bottom: calc(var(--base-size-64) + env(safe-area-inset-bottom) + var(--bottom-bar-height, 0px));
  left: 50%;
  width: min(640px, calc(100vw - var(--base-size-32)));
  transform: translateX(-50%);
  pointer-events: none;
  body:has([data-undo-offers="2"]) & {
    bottom: calc(112px + env(safe-area-inset-bottom) + var(--bottom-bar-height, 0px));
  }
  body:has([data-undo-offers="3"]) & {
    bottom: calc(160px + env(safe-area-inset-bottom) + var(--bottom-bar-height, 0px));
  }
  /* Between the buttons above and below, however tall the dialog is. */
  [data-component="Dialog"] & {
    top: 72px;
    bottom: auto;
  }
  [data-toasts] & {
    position: static;
    width: min(640px, 100%);
    transform: none;
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

const AlertWrapper = styled.div`
  margin-top: var(--base-size-8);
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-default);
  box-shadow: var(--shadow-floating-large);
  pointer-events: auto;
`;
