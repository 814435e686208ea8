import styled from "styled-components";

/** Text as it looks throughout the console. Another element takes a look with `as`. */

/** Text that stands back: what is secondary, or that there is nothing. */
export const Muted = styled.span`
  color: var(--fgColor-muted);
`;

/** Small text beside or below what it explains. */
export const Note = styled.span`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
`;

/** A note with line breaks of its own. */
export const NoteLines = styled.div`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  white-space: pre-line;
`;

/** A note inside a heading or the cell that heads a row. */
export const PlainNote = styled.span`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  font-weight: var(--base-text-weight-normal);
`;

/** A note of numbers, which do not jump when they change. */
export const NoteDigits = styled.span`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  font-variant-numeric: tabular-nums;
`;

export const MutedDigits = styled.span`
  color: var(--fgColor-muted);
  font-variant-numeric: tabular-nums;
`;

/** Says more about the field above it. */
export const Caption = styled.p`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  margin-top: var(--base-size-4);
`;

/** Says more about the part above it. */
export const Footnote = styled.p`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  margin-top: var(--base-size-8);
`;

export const Danger = styled.span`
  color: var(--fgColor-danger);
`;

/** What is wrong with a field or a file. */
export const Fault = styled.p`
  color: var(--fgColor-danger);
  font-size: var(--text-body-size-small);
`;

export const Success = styled.span`
  color: var(--fgColor-success);
  font-size: var(--text-body-size-small);
`;

export const Strong = styled.span`
  font-weight: var(--base-text-weight-semibold);
`;

export const StrongDigits = styled.span`
  font-weight: var(--base-text-weight-semibold);
  font-variant-numeric: tabular-nums;
`;

/** Names a control that has no label element of its own. */
export const FieldLabel = styled.div`
  font-weight: var(--base-text-weight-semibold);
  margin-bottom: var(--base-size-4);
`;

/** The heading of a part of a page. */
export const PartTitle = styled.h2`
  font-size: var(--text-body-size-large);
  font-weight: var(--base-text-weight-semibold);
`;

/** The heading within a part or a dialog. */
export const SmallTitle = styled.h3`
  font-size: var(--text-body-size-medium);
  font-weight: var(--base-text-weight-semibold);
`;

/** A small title close to the list below it. */
export const ListTitle = styled.h3`
  font-size: var(--text-body-size-medium);
  font-weight: var(--base-text-weight-semibold);
  margin-bottom: var(--base-size-4);
`;

/** The heading of a card on a page by itself. */
export const CardTitle = styled.h2`
  font-size: var(--text-title-size-small);
  font-weight: var(--base-text-weight-semibold);
  overflow-wrap: anywhere;
`;

/** Digits of one width, so that numbers stand under each other and do not jump. */
export const Digits = styled.span`
  font-variant-numeric: tabular-nums;
`;

/** How far something has come, above its bar. */
export const ProgressText = styled.div`
  font-variant-numeric: tabular-nums;
  margin-bottom: var(--base-size-4);
`;

/** A time or a number on one line. */
export const Time = styled.span`
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;

/** Text that was typed, with its line breaks. */
export const Lines = styled.span`
  white-space: pre-line;
`;

/** A name that may be one long word. */
export const Breakable = styled.span`
  overflow-wrap: anywhere;
`;

/** A name in a flex line, which may shrink and break. */
export const BreakableItem = styled.span`
  min-width: 0;
  overflow-wrap: anywhere;
`;

export const SmallCode = styled.code`
  font-family: var(--fontStack-monospace);
  font-size: var(--text-body-size-small);
`;

/** Read out, and not seen. */
export const Spoken = styled.span`
  clip-path: inset(50%);
  height: 1px;
  overflow: hidden;
  position: absolute;
  white-space: nowrap;
  width: 1px;
`;
