import { XIcon } from "@primer/octicons-react";
import styled from "styled-components";

interface RemoveButtonProps {
  label: string;
  disabled?: boolean;
  /** Inline in text: round, and as tall as the text, even on a phone. */
  inline?: boolean;
  onClick: () => void;
}

/** A remove button without the tooltip of Primer's IconButton, which would be too heavy for the public pages. */
export function RemoveButton({ label, disabled = false, inline = false, onClick }: RemoveButtonProps) {
  return (
    <PlainButton
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      $inline={inline}
      onClick={onClick}
    >
      <XIcon size={inline ? 12 : 16} />
    </PlainButton>
  );
}

const PlainButton = styled.button<{ $inline: boolean }>`
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
