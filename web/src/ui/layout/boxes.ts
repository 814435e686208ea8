import styled from "styled-components";
import { visuallyHidden } from "./typography.ts";

/** Boxes that arrange their children, shared by the whole console. `as` changes the element. */

/** Children in a column. `$gap` is in pixels. */
export const Stack = styled.div<{ $gap?: number }>`
  display: flex;
  flex-direction: column;
  gap: ${({ $gap = 16 }) => $gap}px;
  min-width: 0;
`;

/** Items of different heights in a row. */
export const Inline = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-8);
`;

/** Labels and small texts in a row. */
export const LabelLine = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-4);
`;

/** The text of a line, beside its buttons, or above them if there is too little room. */
export const InlineText = styled.div`
  flex: 1 1 160px;
  min-width: 0;
`;

/** Buttons in a row that wraps. */
export const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-8);
`;

/** Buttons with icons in a row. On a phone only the icons are visible; screen readers still get the text. */
export const IconOnlyOnPhone = styled(Buttons)`
  @media (max-width: 767px) {
    flex-wrap: nowrap;
    gap: var(--base-size-4);
    [data-component="text"] {
      ${visuallyHidden}
    }
    [data-component="leadingVisual"] {
      margin: 0 !important;
    }
    [data-component="Button"] {
      padding-inline: var(--base-size-8);
    }
  }
`;

/** Buttons in a row that does not wrap. */
export const ButtonRow = styled.div`
  display: flex;
  gap: var(--base-size-8);
`;

export const ChipLine = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-4);
`;

/** A stack whose empty children take no space. */
export const CollapsingStack = styled(Stack)`
  > :empty {
    display: none;
  }
`;

/** A section with space below it. */
export const BottomSpace = styled.div`
  margin-bottom: var(--base-size-16);
`;

/** Scrolls sideways if the page is narrower than its content. */
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

/** A fieldset without a frame. */
export const BareFieldset = styled.fieldset`
  border: 0;
  margin: 0;
  min-width: 0;
  padding: 0;
  > legend {
    padding: 0;
  }
`;

/** The slot of an alert within a stack; takes no space while empty. */
export const AlertSlot = styled.div`
  &:empty {
    margin-bottom: calc(-1 * var(--base-size-16));
  }
`;

/** The slot of a message above a section; takes no space while empty. */
export const MessageSlot = styled.div`
  &:not(:empty) {
    margin-bottom: var(--base-size-16);
  }
`;

export const WideLine = styled.div`
  display: flex;
  gap: var(--base-size-12);
`;

/** A section's title with its actions. As tall with a button as without, so that neighbouring sections align. */
export const SectionHeader = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--base-size-8);
  min-height: 32px;
  margin-bottom: var(--base-size-8);
  @media (max-width: 767px) {
    a {
      display: flex;
      align-items: center;
      min-height: 44px;
    }
  }
`;

/** A title with labels beside it. */
export const TitleRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-4) var(--base-size-8);
`;

/** Buttons above a table or list. */
export const ActionBar = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-8);
  margin-bottom: var(--base-size-12);
`;

/** Buttons at the end of a bar. On a phone in one row that scrolls sideways: several would make a sticky bar cover the rows below it. */
export const TrailingActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-8);
  margin-left: auto;
  @media (max-width: 767px) {
    flex-wrap: nowrap;
    max-width: 100%;
    overflow-x: auto;
    scrollbar-width: none;
    > * {
      flex: none;
    }
  }
`;

/** Takes the remaining width, and shrinks. */
export const FillWidth = styled.div`
  flex: 1;
  min-width: 0;
`;

/** A control beside a labelled field, aligned with its box even when a message appears below it. */
export const FieldAside = styled.div`
  padding-top: 25px;
  @media (max-width: 767px) {
    padding-top: 0;
  }
`;

/** The fields of an overlay, with the buttons below. */
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

/** Text in a cell with a label or button beside it. */
export const InlineLine = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-4) var(--base-size-8);
`;

/** A value and its button on one line, even in a narrow column. */
export const NoWrapRow = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--base-size-4);
  white-space: nowrap;
`;

/** The buttons of an editor, which stay in view however long it is. */
export const StickyFooter = styled.footer`
  position: sticky;
  bottom: 0;
  z-index: 5;
  display: flex;
  justify-content: flex-end;
  gap: var(--base-size-8);
  margin-top: var(--base-size-24);
  padding: var(--base-size-12) 0;
  border-top: 1px solid var(--borderColor-muted);
  background: var(--bgColor-default);
`;

/** An icon and its text, within a line of text. */
export const IconText = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--base-size-8);
`;

/** A value and its actions. */
export const ValueLine = styled.div`
  display: flex;
  align-items: center;
  gap: var(--base-size-8);
`;

/** A small value and its actions. */
export const SmallValueLine = styled.div`
  display: flex;
  align-items: center;
  gap: var(--base-size-4);
`;

/** Fields with labels above them, and the buttons beside them. */
export const FieldLine = styled.div`
  display: flex;
  align-items: flex-end;
  gap: var(--base-size-8);
`;

/** A field that grows, and the button beside it, aligned with its input. */
export const ButtonFieldLine = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: var(--base-size-8);
  > button {
    /* Below the field's label. */
    margin-top: 24px;
  }
`;

/** An item of a list: its details, and its buttons beside them. */
export const DetailsItem = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: var(--base-size-8);
  padding: var(--base-size-12) 0;
  & + & {
    border-top: 1px solid var(--borderColor-muted);
  }
`;
