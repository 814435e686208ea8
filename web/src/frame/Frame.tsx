import { lazy, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useSession } from "../api/session";
import { Alerts } from "../kit/Alerts";

// Nobody needs the menus before logging in.
const NavBar = lazy(() => import("./NavBar"));

/** What every screen stands in: a way past the navigation, the navigation, the alerts. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <>
      <SkipLink href="#main">{t("actions.skipToContent")}</SkipLink>
      {session && (
        <Suspense fallback={<BarSpace />}>
          <NavBar session={session} />
        </Suspense>
      )}
      <Main id="main" tabIndex={-1} $barred={session !== null}>
        <Alerts />
        {children}
      </Main>
    </>
  );
}

const frameHeight = "56px";

const BarSpace = styled.div`
  height: ${frameHeight};
  border-bottom: 1px solid var(--borderColor-muted);
  background: var(--bgColor-muted);
`;

const Main = styled.main<{ $barred: boolean }>`
  --frame-height: ${({ $barred }) => ($barred ? frameHeight : "0px")};
  display: flex;
  flex: 1;
  flex-direction: column;
  min-width: 0;
  scroll-margin-top: ${frameHeight};
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
