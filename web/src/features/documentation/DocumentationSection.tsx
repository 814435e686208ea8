import type { ReactNode } from "react";
import styled from "styled-components";
import { Buttons, SectionHeader } from "#ui/layout/boxes.ts";

interface SectionProps {
  id: string;
  title: string;
  count?: number | undefined;
  actions?: ReactNode;
  children: ReactNode;
}

/** A section of the details page, with a heading. */
export function Section({ id, title, count, actions, children }: SectionProps) {
  return (
    <Container aria-labelledby={id}>
      <SectionHeader>
        <Title id={id}>
          {title}
          {count !== undefined && <Count>{count}</Count>}
        </Title>
        {actions && <Buttons>{actions}</Buttons>}
      </SectionHeader>
      {children}
    </Container>
  );
}

const Container = styled.section`
  min-width: 0;
`;

const Title = styled.h2`
  scroll-margin-top: 72px;
  display: flex;
  align-items: center;
  gap: var(--base-size-8);
  font-size: var(--text-title-size-small);
  font-weight: var(--base-text-weight-semibold);
`;

const Count = styled.span`
  padding: 0 var(--base-size-6);
  border-radius: var(--borderRadius-full);
  background: var(--bgColor-neutral-muted);
  font-size: var(--text-body-size-small);
  line-height: 18px;
  font-variant-numeric: tabular-nums;
`;

/** The frame around a list on the page. */
export const Panel = styled.div`
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-default);
  overflow: clip;
  &:has([role="listbox"]:not([hidden])) {
    overflow: visible;
  }
`;
