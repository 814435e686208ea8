import type { ReactNode } from "react";
import styled from "styled-components";

/** A part of a long form under a heading of its own. */
export function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <Part>
      <div>
        <Title>{title}</Title>
        {hint && <Hint>{hint}</Hint>}
      </div>
      {children}
    </Part>
  );
}

const Part = styled.section`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-12);
  padding-top: var(--base-size-12);
  border-top: 1px solid var(--borderColor-muted);
`;

const Title = styled.h3`
  font-size: var(--text-body-size-medium);
  font-weight: var(--base-text-weight-semibold);
`;

const Hint = styled.p`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
`;

/** Fields that stand side by side where there is room. */
export const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(240px, 100%), 1fr));
  gap: var(--base-size-16);
  align-items: start;
`;
