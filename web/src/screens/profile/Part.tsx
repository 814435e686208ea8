import { type ReactNode, useId } from "react";
import styled from "styled-components";

/** A part of the profile under its heading. */
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
  padding: var(--base-size-16) var(--base-size-24) var(--base-size-24);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-large);
  @media (max-width: 767px) {
    padding: var(--base-size-16);
  }
`;

const Title = styled.h2`
  font-size: var(--text-title-size-small);
  font-weight: var(--base-text-weight-semibold);
`;
