import styled from "styled-components";

/**
 * The number of selected rows of a table, and the actions on them. It is below the table and sticks to the bottom of the window,
 * so that it moves nothing when it appears. The class lets toasts appear above it.
 */
export const SelectionBar = styled.section.attrs({ className: "selection-bar" })`
  position: sticky;
  z-index: 3;
  bottom: max(var(--base-size-12), env(safe-area-inset-bottom));
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-4) var(--base-size-8);
  margin-top: var(--base-size-12);
  padding: var(--base-size-8) var(--base-size-16);
  border: 1px solid var(--borderColor-accent-emphasis);
  border-radius: var(--borderRadius-medium);
  background: linear-gradient(var(--bgColor-accent-muted), var(--bgColor-accent-muted)), var(--overlay-bgColor);
  box-shadow: var(--shadow-floating-small);
  /* Stuck to a low window (a phone on its side, a large zoom), it would cover the rows. */
  @media (max-height: 479px) {
    position: static;
  }
  @media print {
    display: none;
  }
`;
