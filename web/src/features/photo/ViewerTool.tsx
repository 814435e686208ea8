import type { ComponentType } from "react";
import styled from "styled-components";

interface ViewerToolProps {
  icon: ComponentType;
  label: string;
  /** The keyboard shortcut. */
  shortcut?: string;
  pressed?: boolean;
  disabled?: boolean;
  /** Hidden on a phone, where gestures do the same. */
  wideOnly?: boolean;
  onClick: () => void;
}

/** A button of the large view's toolbar. */
export function ViewerTool(props: ViewerToolProps) {
  const { icon: Icon, label, shortcut, pressed, disabled = false, wideOnly = false, onClick } = props;
  return (
    <Tool
      type="button"
      aria-label={label}
      title={shortcut ? `${label} (${shortcut})` : label}
      aria-keyshortcuts={shortcut}
      aria-pressed={pressed}
      disabled={disabled}
      $wideOnly={wideOnly}
      onClick={onClick}
    >
      <Icon />
    </Tool>
  );
}

const Tool = styled.button<{ $wideOnly: boolean }>`
  display: grid;
  place-items: center;
  flex: none;
  width: 40px;
  height: 40px;
  border: 0;
  border-radius: var(--borderRadius-medium);
  background: none;
  color: var(--fgColor-default);
  cursor: pointer;
  &:hover:not(:disabled),
  &[aria-pressed="true"] {
    background: var(--control-transparent-bgColor-hover);
  }
  &:disabled {
    color: var(--fgColor-disabled);
    cursor: default;
  }
  @media (max-width: 767px) {
    ${({ $wideOnly }) => $wideOnly && "display: none;"}
  }
`;
