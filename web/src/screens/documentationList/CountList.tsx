import styled from "styled-components";
import { formatNumber } from "#ui/format/numbers.ts";
import { ListTitle } from "#ui/layout/typography.ts";

interface CountListProps {
  title: string;
  items: readonly { count: number; text: string }[];
}

/** A list of counts below a heading; renders nothing if empty. */
export function CountList({ title, items }: CountListProps) {
  if (items.length === 0) return null;
  return (
    <section>
      <ListTitle>{title}</ListTitle>
      <List>
        {items.map(({ count, text }) => (
          <li key={text}>
            <Count>{formatNumber(count)}</Count>
            <span>{text}</span>
          </li>
        ))}
      </List>
    </section>
  );
}

const List = styled.ul`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: var(--base-size-4) var(--base-size-8);
  margin: 0;
  padding: 0;
  list-style: none;
  color: var(--fgColor-muted);
  > li {
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    align-items: baseline;
  }
`;

const Count = styled.span`
  color: var(--fgColor-default);
  font-variant-numeric: tabular-nums;
  text-align: end;
`;
