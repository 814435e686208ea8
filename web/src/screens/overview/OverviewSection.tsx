import { ChevronRightIcon, type Icon } from "@primer/octicons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { maxOverviewCount } from "#domain/endpoints/documentation/overview.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { SectionHeader } from "#ui/layout/boxes.ts";
import { FillText, Muted, Note, SectionTitle, StrongDigits } from "#ui/layout/typography.ts";

/** Formats a count of the service, which stops counting at a limit. */
export function useCountText(): (count: number) => string {
  const { t } = useTranslation("overview");
  return (count) =>
    count < maxOverviewCount ? formatNumber(count) : t("atLeast", { formattedCount: formatNumber(count) });
}

interface OverviewSectionProps {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  /** Text shown instead of rows if there are none. */
  emptyText: string | null;
  children?: ReactNode;
}

/** A section of the overview: rows that link to lists. */
export function OverviewSection({ title, aside, emptyText, children }: OverviewSectionProps) {
  return (
    <section aria-label={title}>
      <SectionHeader>
        <SectionTitle>{title}</SectionTitle>
        {aside}
      </SectionHeader>
      <Rows>
        {emptyText === null ? (
          children
        ) : (
          <EmptyRow>
            <Muted>{emptyText}</Muted>
          </EmptyRow>
        )}
      </Rows>
    </section>
  );
}

interface CountRowProps {
  to: string;
  icon?: Icon;
  text: string;
  note?: string | null;
  count: number;
  /** Another action for these documentations, at the end of the row. */
  act?: ReactNode;
}

/** A row with a count that links to its list. */
export function CountRow({ to, icon: RowIcon, text, note, count, act }: CountRowProps) {
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

const EmptyRow = styled.li`
  padding: var(--base-size-12) var(--base-size-16);
`;

const Item = styled.li`
  display: flex;
  align-items: center;
  /* Primer wraps a button with a loading state in another element. */
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
