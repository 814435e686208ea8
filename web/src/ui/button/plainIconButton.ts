import styled from "styled-components";

/** Plain icon buttons for rows: five hundred of Primer's would be slow. */
export const PlainIconButton = styled.button`
  display: grid;
  place-items: center;
  flex: none;
  width: 32px;
  height: 32px;
  padding: 0;
  border: 0;
  border-radius: var(--borderRadius-medium);
  background: none;
  color: var(--fgColor-muted);
  cursor: pointer;
  &:hover {
    background: var(--control-transparent-bgColor-hover);
    color: var(--fgColor-default);
  }
  &[aria-disabled="true"] {
    opacity: 0.4;
    cursor: default;
  }
  @media (max-width: 767px) {
    width: 44px;
    height: 44px;
  }
`;

export const DragHandle = styled(PlainIconButton)`
  width: 24px;
  cursor: grab;
  touch-action: none;
  &:active {
    cursor: grabbing;
  }
  @media (max-width: 767px) {
    width: 44px;
  }
`;
