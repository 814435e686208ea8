import type { ReactNode } from "react";
import styled from "styled-components";

interface DescriptionListProps {
  label: string;
  /** Names and values; entries without a value are omitted. */
  facts: readonly (readonly [string, ReactNode])[];
}

/** Facts about one thing, side by side if there is room. */
export function DescriptionList({ label, facts }: DescriptionListProps) {
  return (
    <Grid aria-label={label}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== "")
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </Grid>
  );
}

const Grid = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(200px, 44%), 1fr));
  gap: var(--base-size-12) var(--base-size-24);
  margin: 0 0 var(--base-size-24);
  padding: var(--base-size-16);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  dt {
    color: var(--fgColor-muted);
    font-size: var(--text-body-size-small);
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;
