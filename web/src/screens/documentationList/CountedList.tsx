import styled from "styled-components";
import { numberText } from "../../kit/numbers";
import { ListTitle } from "../../kit/text";

interface CountedListProps {
  title: string;
  items: readonly { count: number; text: string }[];
}

/** How many of each, below a heading; nothing where there are none. */
export function CountedList({ title, items }: CountedListProps) {
  if (items.length === 0) return null;
  return (
    <section>
      <ListTitle>{title}</ListTitle>
      <List>
        {items.map(({ count, text }) => (
          <li key={text}>
            <Count>{numberText(count)}</Count>
            {text}
          </li>
        ))}
      </List>
    </section>
  );
}

const List = styled.ul`
  display: grid;
  gap: var(--base-size-4);
  margin: 0;
  padding: 0;
  list-style: none;
  color: var(--fgColor-muted);
`;

const Count = styled.span`
  display: inline-block;
  min-width: 48px;
  margin-right: var(--base-size-8);
  color: var(--fgColor-default);
  font-variant-numeric: tabular-nums;
  text-align: end;
`;
