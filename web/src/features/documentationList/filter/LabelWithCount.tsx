import type { ReactNode } from "react";
import styled from "styled-components";

/** An option of a filter with the number of matches. */
export function LabelWithCount({ count, children }: { count: string; children: ReactNode }) {
  return (
    <Row>
      {children}
      <Count>{count}</Count>
    </Row>
  );
}

const Row = styled.div`
  display: flex;
  justify-content: space-between;
  gap: var(--base-size-12);
`;

const Count = styled.span`
  flex: none;
  /* Aligned with the first line of the label. */
  line-height: var(--base-size-20);
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  font-variant-numeric: tabular-nums;
`;
