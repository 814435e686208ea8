import type { ReactNode } from "react";
import styled from "styled-components";
import { Note, SmallTitle } from "../layout/typography.ts";

/** A section of a long form, with a heading. */
export function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <Container>
      <div>
        <SmallTitle>{title}</SmallTitle>
        {hint && <Note as="p">{hint}</Note>}
      </div>
      {children}
    </Container>
  );
}

const Container = styled.section`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-12);
  padding-top: var(--base-size-12);
  border-top: 1px solid var(--borderColor-muted);
`;

/** Two fields side by side if there is room. */
export const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(240px, 100%), 1fr));
  gap: var(--base-size-16);
  align-items: start;
`;
