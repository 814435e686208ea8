import { type ReactNode, useId } from "react";
import styled from "styled-components";

/** A part of the editor's page under a heading of its own. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      {children}
    </Box>
  );
}

const Box = styled.section`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
  max-width: 960px;
`;

const Title = styled.h2`
  padding-bottom: var(--base-size-4);
  border-bottom: 1px solid var(--borderColor-muted);
  font-size: var(--text-body-size-large);
  font-weight: var(--base-text-weight-semibold);
`;
