import { ChevronRightIcon, type Icon } from "@primer/octicons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import styled, { css } from "styled-components";
import { SectionHeader } from "./boxes.ts";
import { FillText, Muted, Note, SectionTitle, StrongDigits } from "./typography.ts";

interface CountSectionProps {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  /** Text shown instead of rows if there are none. */
  emptyText: string | null;
  children?: ReactNode;
}

/** A section whose rows have a count and link to lists. */
export function CountSection({ title, aside, emptyText, children }: CountSectionProps) {
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
  /** Null for users who may not open the list. */
  to: string | null;
  icon?: Icon;
  text: string;
  note?: string | null;
  /** The formatted count. */
  count: string;
  /** Another action for these documentations, at the end of the row. */
  act?: ReactNode;
}

/** A row with a count that links to its list. */
export function CountRow({ to, icon: RowIcon, text, note, count, act }: CountRowProps) {
  const content = (
    <>
      {RowIcon && <RowIcon />}
      <FillText>
        {text}
        {note && <Note as="div">{note}</Note>}
      </FillText>
      <StrongDigits>{count}</StrongDigits>
      {to !== null && <ChevronRightIcon />}
    </>
  );
  return (
    <Item>
      {to === null ? <PlainRow>{content}</PlainRow> : <Row to={to}>{content}</Row>}
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
`;

const rowStyles = css`
  flex: 1;
  min-width: 0;
  display: flex;
  align-items: center;
  gap: var(--base-size-12);
  min-height: 48px;
  padding: var(--base-size-8) var(--base-size-12) var(--base-size-8) var(--base-size-16);
  color: var(--fgColor-default);
  > svg {
    flex: none;
    color: var(--fgColor-muted);
  }
`;

const PlainRow = styled.div`
  ${rowStyles}
`;

const Row = styled(Link)`
  ${rowStyles}
  &:hover {
    background: var(--bgColor-muted);
    text-decoration: none;
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`;
