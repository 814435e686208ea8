import styled, { css } from "styled-components";

/** Text styles, shared by the whole console. `as` changes the element. */

const headingTags = ["h1", "h2", "h3", "h4", "h5", "h6"] as const;

/** The element of a heading. Levels count from 1; HTML has six. */
export const getHeadingTag = (level: number) => headingTags[level - 1] ?? "h6";

/** Secondary text, or a placeholder for no value. */
export const Muted = styled.span`
  color: var(--fgColor-muted);
`;

/** Small text beside or below the element that it explains. */
export const Note = styled.span`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
`;

/** A note with its own line breaks. */
export const NoteLines = styled.div`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  white-space: pre-line;
`;

/** A note inside a heading or a row header. */
export const PlainNote = styled.span`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  font-weight: var(--base-text-weight-normal);
`;

/** A note with tabular digits, which do not jump when they change. */
export const NoteDigits = styled.span`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  font-variant-numeric: tabular-nums;
`;

export const MutedDigits = styled.span`
  color: var(--fgColor-muted);
  font-variant-numeric: tabular-nums;
`;

/** Explains the field above it. */
export const Caption = styled.p`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  margin-top: var(--base-size-4);
`;

/** Explains the section above it. */
export const Footnote = styled.p`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  margin-top: var(--base-size-8);
`;

export const Danger = styled.span`
  color: var(--fgColor-danger);
`;

/** The error of a field or file. */
export const FieldErrorText = styled.p`
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

/** Label of a control that has no label element. */
export const FieldLabel = styled.div`
  font-weight: var(--base-text-weight-semibold);
  margin-bottom: var(--base-size-4);
`;

/** The heading of a section of a page. */
export const SectionTitle = styled.h2`
  font-size: var(--text-body-size-large);
  font-weight: var(--base-text-weight-semibold);
`;

/** A heading within a section or a dialog. */
export const SmallTitle = styled.h3`
  font-size: var(--text-body-size-medium);
  font-weight: var(--base-text-weight-semibold);
`;

/** A small heading close to the list below it. */
export const ListTitle = styled.h3`
  font-size: var(--text-body-size-medium);
  font-weight: var(--base-text-weight-semibold);
  margin-bottom: var(--base-size-4);
`;

/** The heading of a card that is the whole page. */
export const CardTitle = styled.h2`
  font-size: var(--text-title-size-small);
  font-weight: var(--base-text-weight-semibold);
  overflow-wrap: anywhere;
`;

/** Tabular digits: numbers align and do not jump. */
export const TabularNums = styled.span`
  font-variant-numeric: tabular-nums;
`;

/** Progress in words, above its bar. */
export const ProgressText = styled.div`
  font-variant-numeric: tabular-nums;
  margin-bottom: var(--base-size-4);
`;

/** A time or a number on one line. */
export const NoWrap = styled.span`
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;

/** Typed text with its line breaks. */
export const PreWrap = styled.span`
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

/** Hides content visually but keeps it for screen readers. */
export const visuallyHidden = css`
  clip-path: inset(50%);
  height: 1px;
  overflow: hidden;
  position: absolute;
  white-space: nowrap;
  width: 1px;
`;

export const VisuallyHidden = styled.span`
  ${visuallyHidden}
`;

/** Clamps a description, which can be a page long, to keep the row of a list low. */
export const Clamped = styled.span`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  white-space: pre-line;
`;

/** The name below a picture, on one line. */
export const TileName = styled.div`
  margin-top: var(--base-size-4);
  overflow: hidden;
  font-size: var(--text-body-size-small);
  text-overflow: ellipsis;
  white-space: nowrap;
`;

/** The heading of a dialog or of a box in one. */
export const BoxTitle = styled.h2`
  min-width: 0;
  overflow-wrap: anywhere;
  font-size: var(--text-body-size-medium);
  font-weight: var(--base-text-weight-semibold);
`;

/** Small print that may break anywhere. */
export const SmallBreakable = styled.div`
  font-size: var(--text-body-size-small);
  overflow-wrap: anywhere;
`;

/** The summary that opens a section of a public page. */
export const QuietSummary = styled.summary`
  padding: var(--base-size-12) 0;
  min-height: 44px;
  color: var(--fgColor-muted);
  cursor: pointer;
`;

/** Text as wide as when it is bold, so that nothing beside it moves. `data-text` must repeat the text. */
export const StableWidthBold = styled.span`
  display: inline-grid;
  &::after {
    content: attr(data-text);
    height: 0;
    overflow: hidden;
    font-weight: var(--base-text-weight-semibold);
    visibility: hidden;
  }
`;

/** Takes the remaining width, and breaks anywhere. */
export const FillText = styled.span`
  flex: 1;
  min-width: 0;
  overflow-wrap: anywhere;
`;

/** One line, truncated if it does not fit. */
export const TruncatedLine = styled.span`
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

/** Text written by a user, with its line breaks. */
export const UserText = styled.p`
  overflow-wrap: anywhere;
  white-space: pre-line;
`;

/** The heading of a group of choices. */
export const ChoiceGroupTitle = styled.div`
  font-weight: var(--base-text-weight-semibold);
  margin-bottom: var(--base-size-8);
`;

/** The description of a task, below its name. */
export const TaskDescription = styled.p`
  color: var(--fgColor-muted);
  margin-top: var(--base-size-4);
  overflow-wrap: anywhere;
  white-space: pre-line;
`;
