import { lazy, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { grantsOfSession, type Session, useSession } from "#api/session.ts";
import { canOpen } from "#navigation/guard.ts";
import { Alerts } from "#ui/feedback/Alerts.tsx";
import { createPreloadable } from "#ui/hooks/preloadable.tsx";
import { useIsIdle } from "#ui/hooks/useIdle.ts";
import { NewVersion } from "../offline/NewVersion.tsx";
import { navBarHeight, switchedBarHeight } from "./barHeights.ts";

// Loaded on demand: the login page needs no menus.
export const NavBar = createPreloadable(() => import("./NavBar.tsx"));
const Outbox = lazy(() => import("#screens/capture/send/Outbox.tsx"));
const GlobalShortcuts = lazy(() => import("./GlobalShortcuts.tsx"));
const IdentityPrompt = lazy(() => import("#features/authentication/IdentityPrompt.tsx"));

/** The shell of every screen: a skip link, the navigation, the alerts. */
export function AppShell({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const session = useSession();
  const height = measureHeaderHeight(session);
  const isIdle = useIsIdle();
  return (
    <>
      <SkipLink href="#main">{t("actions.skipToContent")}</SkipLink>
      {session && (
        <Suspense fallback={<BarSpace $height={height} />}>
          <NavBar session={session} />
        </Suspense>
      )}
      {session && isIdle && canCapture(session) && (
        <Suspense>
          <Outbox userId={session.userId} />
        </Suspense>
      )}
      <Main id="main" tabIndex={-1} $above={height}>
        <NewVersion />
        <Alerts />
        {children}
      </Main>
      {session && isIdle && (
        <Suspense>
          <GlobalShortcuts />
          <IdentityPrompt />
        </Suspense>
      )}
    </>
  );
}

function canCapture(session: Session): boolean {
  const grants = grantsOfSession(session);
  return grants !== null && canOpen("/documentation/:uuid", grants);
}

function measureHeaderHeight(session: Session | null): string {
  if (!session) return "0px";
  return session.roles.includes("ROLE_SWITCHED_USER")
    ? `calc(${navBarHeight} + ${switchedBarHeight})`
    : navBarHeight;
}

const BarSpace = styled.div<{ $height: string }>`
  height: ${({ $height }) => $height};
  border-bottom: 1px solid var(--borderColor-muted);
  background: var(--bgColor-muted);
`;

const Main = styled.main<{ $above: string }>`
  --frame-height: ${({ $above }) => $above};
  display: flex;
  flex: 1;
  flex-direction: column;
  min-width: 0;
  /* Starts behind the bar, so that its appearance after login shifts nothing. */
  margin-top: calc(-1 * var(--frame-height));
  padding-top: var(--frame-height);
`;

const SkipLink = styled.a`
  position: fixed;
  z-index: 100;
  top: var(--base-size-8);
  left: var(--base-size-8);
  padding: var(--base-size-8) var(--base-size-12);
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-accent-emphasis);
  color: var(--fgColor-onEmphasis);
  &:not(:focus) {
    transform: translateY(-200%);
  }
`;
