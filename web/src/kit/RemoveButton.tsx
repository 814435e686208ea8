import { XIcon } from "@primer/octicons-react";
import styled from "styled-components";

interface RemoveButtonProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
}

/** Takes a row away. Without the tooltip of Primer's IconButton, which weighs more than the pages strangers load it for. */
export function RemoveButton({ label, disabled = false, onClick }: RemoveButtonProps) {
  return (
    <Plain type="button" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <XIcon />
    </Plain>
  );
}

const Plain = styled.button`
  display: grid;
  flex: 0 0 auto;
  place-items: center;
  width: 28px;
  height: 28px;
  border: 0;
  border-radius: var(--borderRadius-medium);
  background: none;
  color: var(--fgColor-muted);
  cursor: pointer;
  &:hover {
    background: var(--control-transparent-bgColor-hover);
  }
  &:disabled {
    opacity: 0.4;
    cursor: not-allowed;
  }
  @media (pointer: coarse) {
    width: 44px;
    height: 44px;
  }
`;
