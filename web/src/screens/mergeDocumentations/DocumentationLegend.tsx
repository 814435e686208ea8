import { CounterLabel } from "@primer/react";
import styled from "styled-components";

/** The documentations to merge, by id, in order of selection. */
type Names = ReadonlyMap<string, string>;

/** Numbers the documentations. The rows below show the numbers, because names are too long for them. */
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

/** The number of a documentation; nothing if there is only one. */
export function DocumentationNumber({ documentations, id }: { documentations: Names; id: string }) {
  if (documentations.size < 2) return null;
  const number = [...documentations.keys()].indexOf(id) + 1;
  return (
    <NumberBox>
      <CounterLabel>{number}</CounterLabel>
    </NumberBox>
  );
}

const Legend = styled.ol`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-4) var(--base-size-16);
  overflow-wrap: anywhere;
`;

const NumberBox = styled.span`
  display: inline-block;
  min-width: 24px;
  margin-right: var(--base-size-4);
`;
