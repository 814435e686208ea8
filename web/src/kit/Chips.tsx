import type { ReactNode } from "react";
import styled from "styled-components";
import { RemoveButton } from "./RemoveButton";

interface ChipProps {
  /** What the button that takes it away says. */
  removeLabel: string;
  disabled?: boolean;
  onRemove: () => void;
  children: ReactNode;
}

/** One of several things that are chosen, with a button that takes it away. */
export function Chip({ removeLabel, disabled = false, onRemove, children }: ChipProps) {
  return (
    <Item>
      {children}
      <RemoveButton inline label={removeLabel} disabled={disabled} onClick={onRemove} />
    </Item>
  );
}

/** Named by `aria-label`. What stands in it besides chips is an `li` of its own. */
export const Chips = styled.ul`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-4);
  margin: 0;
  padding: 0;
  list-style: none;
`;

const Item = styled.li`
  display: inline-flex;
  align-items: center;
  gap: var(--base-size-4);
  max-width: 100%;
  padding-left: var(--base-size-8);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-full);
  background: var(--bgColor-muted);
  font-size: var(--text-body-size-small);
  overflow-wrap: anywhere;
`;
