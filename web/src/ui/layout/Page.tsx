import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigationType } from "react-router";
import styled from "styled-components";
import { Inline } from "./boxes.ts";
import { recordVisit } from "./recentVisits.ts";
import { Muted } from "./typography.ts";

interface PageProps {
  title: string;
  /** Beside the title, such as a status label. */
  trailing?: ReactNode;
  /** Above the title, such as breadcrumbs. */
  context?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Text needs a narrower column than tables; an editor with panes side by side uses the whole window. */
  width?: keyof typeof widths;
  /** Distinguishes the page from others with its title among the recent visits. */
  visitNote?: string;
  children: ReactNode;
}

/** The frame of a screen: title, which is also the window's, description and actions. */
export function Page({
  title,
  trailing,
  context,
  lead,
  actions,
  width = "wide",
  visitNote,
  children,
}: PageProps) {
  const heading = usePageTitle(title, visitNote);
  return (
    <Column $width={widths[width]}>
      {context && <Context data-touch-link>{context}</Context>}
      <Top>
        <Titles>
          <TitleLine>
            <Title ref={heading} tabIndex={-1}>
              {title}
            </Title>
            {trailing}
          </TitleLine>
          {lead && <Muted as="p">{lead}</Muted>}
        </Titles>
        {actions && <Inline>{actions}</Inline>}
      </Top>
      {children}
    </Column>
  );
}

/** Sets the window title, and moves the focus to the heading if the page was reached by a link. */
export function usePageTitle(title: string, visitNote = "") {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const navigationType = useNavigationType();
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = `${title} · ${t("product")}`;
    recordVisit(pathname, title, visitNote);
  }, [title, visitNote, pathname, t]);
  // Not if only the query string changes: paging a table leaves the focus where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page
  useEffect(() => {
    if (navigationType === "PUSH" && !document.querySelector("dialog[open], [aria-modal=true]"))
      heading.current?.focus({ preventScroll: true });
  }, [pathname]);
  return heading;
}

const widths = { text: "760px", wide: "1440px", full: "2400px" };

const Column = styled.div<{ $width: string }>`
  width: 100%;
  max-width: ${({ $width }) => $width};
  margin: 0 auto;
  padding: var(--base-size-24);
  @media (max-width: 767px) {
    padding: var(--base-size-16);
  }
`;

const Context = styled.div`
  margin-bottom: var(--base-size-4);
  font-size: var(--text-body-size-small);
`;

const Top = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  justify-content: space-between;
  gap: var(--base-size-12) var(--base-size-16);
  margin-bottom: var(--base-size-16);
`;

const Titles = styled.div`
  min-width: 0;
  flex: 1 1 auto;
  max-width: 100%;
`;

const TitleLine = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-4) var(--base-size-12);
`;

const Title = styled.h1`
  font-size: var(--text-title-size-medium);
  font-weight: var(--base-text-weight-semibold);
  line-height: 1.4;
  overflow-wrap: anywhere;
`;
