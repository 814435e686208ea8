import styled from "styled-components";

/** How parts stand to each other throughout the console. Another element takes a layout with `as`. */

/** Parts below each other; the gap in pixels. */
export const Stack = styled.div<{ $gap?: number }>`
  display: flex;
  flex-direction: column;
  gap: ${({ $gap = 16 }) => $gap}px;
  min-width: 0;
`;

/** Things of different heights beside each other. */
export const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-8);
`;

/** Buttons beside each other, on several lines where there is no room. */
export const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-8);
`;

/** Buttons beside each other on one line. */
export const ButtonLine = styled.div`
  display: flex;
  gap: var(--base-size-8);
`;

export const ChipLine = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-4);
`;

/** A stack whose parts may be empty, and then take no room. */
export const SparseStack = styled(Stack)`
  > :empty {
    display: none;
  }
`;

/** A part with room below it. */
export const Spaced = styled.div`
  margin-bottom: var(--base-size-16);
`;

/** Scrolls sideways by itself when the page is narrower. */
export const Scroller = styled.div`
  overflow-x: auto;
`;

export const FramedScroller = styled.div`
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  overflow-x: auto;
`;

export const Framed = styled.div`
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
`;

/** A group of controls that looks like none. */
export const BareFieldset = styled.fieldset`
  border: 0;
  margin: 0;
  min-width: 0;
  padding: 0;
`;

/** Where an alert of a stack appears; it takes no room before. */
export const AlertPlace = styled.div`
  &:empty {
    margin-bottom: calc(-1 * var(--base-size-16));
  }
`;

/** Where a message above a part appears; it takes no room before. */
export const MessagePlace = styled.div`
  &:not(:empty) {
    margin-bottom: var(--base-size-16);
  }
`;

export const WideLine = styled.div`
  display: flex;
  gap: var(--base-size-12);
`;

/** A title with labels beside it. */
export const HeadLine = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-4) var(--base-size-8);
`;

/** Buttons above a table or list. */
export const CommandLine = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-8);
  margin-bottom: var(--base-size-12);
`;

/** Buttons at the end of a bar. */
export const EndLine = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-8);
  margin-left: auto;
`;

/** Takes the room that its neighbours leave, and shrinks. */
export const Filling = styled.div`
  flex: 1;
  min-width: 0;
`;

/** Beside a field with a label: level with its box, also when a message appears below it. */
export const BesideField = styled.div`
  padding-top: 25px;
  @media (max-width: 767px) {
    padding-top: 0;
  }
`;

/** The fields of an overlay, with its buttons below. */
export const OverlayForm = styled.form`
  display: grid;
  gap: var(--base-size-16);
  width: min(320px, 90vw);
  padding: var(--base-size-16);
`;

/** The buttons of an overlay. */
export const OverlayButtons = styled.div`
  display: flex;
  justify-content: flex-end;
  gap: var(--base-size-8);
`;

/** Words in a cell with a label or button beside them. */
export const InlineLine = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-4) var(--base-size-8);
`;
