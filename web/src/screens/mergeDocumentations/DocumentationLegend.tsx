import { CounterLabel } from "@primer/react";
import styled from "styled-components";

/** The documentations that are merged, by id, in the order they were chosen. */
type Names = ReadonlyMap<string, string>;

/** Each documentation with the number that stands for it in the tasks below: its name is long, and would be in every row. */
export function DocumentationLegend({ names }: { names: Names }) {
  if (names.size < 2) return null;
  return (
    <Legend>
      {[...names].map(([id, name]) => (
        <li key={id}>
          <DocumentationNumber documentations={names} id={id} />
          {name}
        </li>
      ))}
    </Legend>
  );
}

/** The number of a documentation; none where there is only one. */
export function DocumentationNumber({ documentations, id }: { documentations: Names; id: string }) {
  if (documentations.size < 2) return null;
  const index = [...documentations.keys()].indexOf(id) + 1;
  return (
    <Fixed>
      <CounterLabel>{index}</CounterLabel>
    </Fixed>
  );
}

const Legend = styled.ol`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-4) var(--base-size-16);
  overflow-wrap: anywhere;
`;

const Fixed = styled.span`
  display: inline-block;
  min-width: 24px;
  margin-right: var(--base-size-4);
`;
