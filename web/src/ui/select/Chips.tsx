import type { ReactNode } from "react";
import styled from "styled-components";
import { RemoveButton } from "../button/RemoveButton.tsx";

interface ChipProps {
  /** Accessible name of the remove button. */
  removeLabel: string;
  disabled?: boolean;
  onRemove: () => void;
  children: ReactNode;
}

/** One selected item, with a button that removes it. */
export function Chip({ removeLabel, disabled = false, onRemove, children }: ChipProps) {
  return (
    <Item>
      {children}
      <RemoveButton inline label={removeLabel} disabled={disabled} onClick={onRemove} />
    </Item>
  );
}

/** A list of chips, named by `aria-label`. Other children must be `li` elements. */
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

/** The active filters, above the list that they filter. */
export const ActiveChips = styled(Chips)`
  gap: var(--base-size-4) var(--base-size-8);
  margin-bottom: var(--base-size-12);
`;
