import type { ReactNode } from "react";
import styled from "styled-components";

/** A choice of a filter with how many it finds. */
export function LabelWithCount({ count, children }: { count: string; children: ReactNode }) {
  return (
    <Line>
      {children}
      <Count>{count}</Count>
    </Line>
  );
}

const Line = styled.div`
  display: flex;
  justify-content: space-between;
  gap: var(--base-size-12);
`;

const Count = styled.span`
  flex: none;
  /* In line with the first line of a label. */
  line-height: var(--base-size-20);
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  font-variant-numeric: tabular-nums;
`;
