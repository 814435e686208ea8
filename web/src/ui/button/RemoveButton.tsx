import { XIcon } from "@primer/octicons-react";
import styled from "styled-components";

interface RemoveButtonProps {
  label: string;
  disabled?: boolean;
  /** Among words: round, and as high as the text on a phone as well. */
  inline?: boolean;
  onClick: () => void;
}

/** A remove button without the tooltip of Primer's IconButton, which would outweigh the pages that strangers load. */
export function RemoveButton({ label, disabled = false, inline = false, onClick }: RemoveButtonProps) {
  return (
    <Plain
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      $inline={inline}
      onClick={onClick}
    >
      <XIcon size={inline ? 12 : 16} />
    </Plain>
  );
}

const Plain = styled.button<{ $inline: boolean }>`
  display: grid;
  flex: 0 0 auto;
  place-items: center;
  width: 28px;
  height: 28px;
  padding: 0;
  border: 0;
  border-radius: ${({ $inline }) => ($inline ? "var(--borderRadius-full)" : "var(--borderRadius-medium)")};
  background: none;
  color: var(--fgColor-muted);
  cursor: pointer;
  &:hover:enabled {
    background: var(--control-transparent-bgColor-hover);
  }
  &:disabled {
    opacity: 0.4;
    cursor: not-allowed;
  }
  @media (pointer: coarse) {
    ${({ $inline }) => !$inline && "width: 44px; height: 44px;"}
  }
`;
