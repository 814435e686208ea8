import { ChevronRightIcon, type Icon } from "@primer/octicons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { overviewCountLimit } from "#domain/endpoints/documentation/overview.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { SectionHeader } from "#ui/layout/boxes.ts";
import { FillText, Muted, Note, SectionTitle, StrongDigits } from "#ui/layout/typography.ts";

/** A number as the service counts it: it stops at a limit. */
export function useCountText(): (count: number) => string {
  const { t } = useTranslation("overview");
  return (count) =>
    count < overviewCountLimit ? formatNumber(count) : t("atLeast", { shown: formatNumber(count) });
}

interface PartProps {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  /** Instead of rows, where there are none. */
  none: string | null;
  children?: ReactNode;
}

/** A part of the overview: rows that lead to lists. */
export function OverviewSection({ title, aside, none, children }: PartProps) {
  return (
    <section aria-label={title}>
      <SectionHeader>
        <SectionTitle>{title}</SectionTitle>
        {aside}
      </SectionHeader>
      <Rows>
        {none === null ? (
          children
        ) : (
          <None>
            <Muted>{none}</Muted>
          </None>
        )}
      </Rows>
    </section>
  );
}

interface CountedProps {
  to: string;
  icon?: Icon;
  text: string;
  note?: string | null;
  count: number;
  /** What else can be done with them, at the row's end. */
  act?: ReactNode;
}

/** A row that leads to as many. */
export function CountRow({ to, icon: RowIcon, text, note, count, act }: CountedProps) {
  const countText = useCountText();
  return (
    <Item>
      <Row to={to}>
        {RowIcon && <RowIcon />}
        <FillText>
          {text}
          {note && <Note as="div">{note}</Note>}
        </FillText>
        <StrongDigits>{countText(count)}</StrongDigits>
        <ChevronRightIcon />
      </Row>
      {act}
    </Item>
  );
}

const Rows = styled.ul`
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  overflow: clip;
  > li + li {
    border-top: 1px solid var(--borderColor-muted);
  }
`;

const None = styled.li`
  padding: var(--base-size-12) var(--base-size-16);
`;

const Item = styled.li`
  display: flex;
  align-items: center;
  /* A button that can be loading stands in an element of its own. */
  > :not(a) {
    flex: none;
    margin-inline: var(--base-size-4) var(--base-size-12);
  }
  @media (max-width: 767px) {
    button {
      min-height: 44px;
    }
  }
`;

const Row = styled(Link)`
  flex: 1;
  min-width: 0;
  display: flex;
  align-items: center;
  gap: var(--base-size-12);
  min-height: 48px;
  padding: var(--base-size-8) var(--base-size-12) var(--base-size-8) var(--base-size-16);
  color: var(--fgColor-default);
  &:hover {
    background: var(--bgColor-muted);
    text-decoration: none;
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  > svg {
    flex: none;
    color: var(--fgColor-muted);
  }
`;
