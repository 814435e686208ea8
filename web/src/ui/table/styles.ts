import styled, { css } from "styled-components";

/** Rows are cards up to this width: six columns do not fit on a phone, and a page must not scroll sideways. */
export const cardMediaQuery = "(max-width: 767px)";

export const cardStyles = (styles: ReturnType<typeof css>) => css`
  @media ${cardMediaQuery} {
    ${styles}
  }
`;

export const TableFrame = styled.div`
  position: relative;
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-default);
  overflow: clip;
`;

/** A two-line card: name above status and time, with picture and checkbox beside them. The whole card is the link's target. */
const compactCard = css`
  position: relative;
  display: grid;
  grid-template: "tick picture head head" auto "tick picture status when" auto / auto auto auto minmax(0, 1fr);
  align-items: center;
  column-gap: var(--base-size-12);
  min-height: 60px;
  padding: var(--base-size-8) var(--base-size-16);
  /* The longest status and a time do not fit beside each other. */
  @media (max-width: 374px) {
    grid-template: "tick picture head" auto "tick picture status" auto "tick picture when" auto / auto auto minmax(0, 1fr);
  }
  [data-card] {
    display: block;
    padding: 0 !important;
    &::before {
      content: none;
    }
  }
  [data-card="none"] {
    display: none;
  }
  [data-card="tick"] {
    grid-area: tick;
    /* A checkbox within a touch target of 44 px. */
    input {
      position: relative;
      z-index: 1;
      margin: 0;
    }
    input::after {
      content: "";
      position: absolute;
      inset: -15px;
    }
  }
  [data-card="picture"] {
    grid-area: picture;
  }
  [data-card="head"] {
    grid-area: head;
    margin: 0;
    font-size: var(--text-body-size-medium);
    > * {
      display: -webkit-box;
      -webkit-box-orient: vertical;
      /* Two for the name, and where a search found it. */
      -webkit-line-clamp: 4;
      overflow: hidden;
    }
    a::after {
      content: "";
      position: absolute;
      inset: 0;
    }
  }
  [data-card="status"] {
    grid-area: status;
    a {
      position: relative;
      z-index: 1;
      padding-block: 14px;
    }
  }
  [data-card="when"] {
    grid-area: when;
    color: var(--fgColor-muted);
    font-size: var(--text-body-size-small);
  }
`;

export const Table = styled.table`
  width: 100%;
  table-layout: fixed;
  border-collapse: collapse;
  font-size: var(--text-body-size-medium);
  ${cardStyles(css`
    display: block;
    min-width: 0 !important;
    colgroup {
      display: none;
    }
    tbody {
      display: block;
    }
    thead {
      display: none;
    }
    &[data-compact="true"] tbody > tr:has([data-card]) {
      ${compactCard}
    }
  `)}
`;

export const SortButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: var(--base-size-4);
  min-height: 28px;
  /* The arrow is in the header's padding: sorting must not widen a column. */
  margin: 0 calc(-1 * var(--base-size-12)) 0 calc(-1 * var(--base-size-8));
  padding: 0 var(--base-size-2) 0 var(--base-size-8);
  border: 0;
  border-radius: var(--borderRadius-small);
  background: none;
  color: inherit;
  font: inherit;
  text-align: inherit;
  cursor: pointer;
  svg {
    flex: none;
    visibility: hidden;
  }
  &:hover {
    background: var(--control-transparent-bgColor-hover);
    color: var(--fgColor-default);
  }
  &:hover svg,
  &[data-sorted="true"] svg {
    visibility: visible;
  }
  &[data-sorted="true"] {
    color: var(--fgColor-default);
  }
`;

export const Head = styled.th<{ $end?: boolean }>`
  padding: 0 var(--base-size-12);
  height: 40px;
  border-bottom: 1px solid var(--borderColor-default);
  background: var(--bgColor-muted);
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  font-weight: var(--base-text-weight-semibold);
  text-align: ${({ $end }) => ($end ? "end" : "start")};
  line-height: 1.3;
  ${({ $end }) =>
    $end &&
    css`
      ${SortButton} {
        flex-direction: row-reverse;
        margin: 0 calc(-1 * var(--base-size-8)) 0 calc(-1 * var(--base-size-12));
        padding: 0 var(--base-size-8) 0 var(--base-size-2);
      }
    `}
  &:first-child {
    padding-left: var(--base-size-16);
  }
  &:last-child {
    padding-right: var(--base-size-16);
  }
`;

export const Row = styled.tr`
  &:hover {
    background: var(--bgColor-muted);
  }
  &:has(> td:first-child input[type="checkbox"]:checked) {
    background: var(--bgColor-accent-muted);
  }
  & + & > * {
    border-top: 1px solid var(--borderColor-muted);
  }
  ${cardStyles(css`
    display: flex;
    flex-direction: column;
    padding: var(--base-size-12) var(--base-size-16);
    & + & {
      border-top: 1px solid var(--borderColor-muted);
    }
    & + & > * {
      border-top: 0;
    }
  `)}
`;

export const Cell = styled.td<{ $heads?: boolean; $omitted?: boolean; $end?: boolean }>`
  ${({ $end }) => $end && "font-variant-numeric: tabular-nums; white-space: nowrap;"}
  height: 44px;
  padding: var(--base-size-8) var(--base-size-12);
  text-align: ${({ $end }) => ($end ? "end" : "start")};
  font-weight: inherit;
  vertical-align: middle;
  overflow-wrap: break-word;
  [data-component="Label"] {
    max-width: 100%;
    height: auto;
    min-height: var(--base-size-20);
    overflow-wrap: anywhere;
    white-space: normal;
  }
  /* A line of text is too low for a touch target; padding of inline content moves nothing. */
  a {
    padding-block: 4px;
  }
  &:first-child {
    padding-left: var(--base-size-16);
  }
  &:last-child {
    padding-right: var(--base-size-16);
  }
  ${({ $heads, $omitted }) =>
    cardStyles(css`
      a {
        padding-block: 14px;
      }
      display: ${$omitted ? "none" : "flex"};
      gap: var(--base-size-12);
      height: auto;
      padding: var(--base-size-2) 0 !important;
      text-align: start;
      overflow-wrap: anywhere;
      ${
        $heads
          ? css`
              /* Comes first in the card, wherever its column is. */
              order: -1;
              margin-bottom: var(--base-size-4);
              font-size: var(--text-body-size-large);
              font-weight: var(--base-text-weight-semibold);
            `
          : css`
              &::before {
                content: attr(data-label);
                flex: 0 0 120px;
                /* A label is as wide as its longest word, which would otherwise break. */
                min-width: min-content;
                max-width: 60%;
                color: var(--fgColor-muted);
                overflow-wrap: break-word;
              }
              > * {
                min-width: 0;
              }
            `
      }
    `)}
`;

export const ActionsCell = styled.td`
  padding: 0 var(--base-size-12);
  text-align: end;
  white-space: nowrap;
  ${cardStyles(css`
    display: block;
    width: auto;
    padding: var(--base-size-4) 0 0 !important;
    text-align: start;
    margin-left: calc(-1 * var(--base-size-8));
  `)}
`;

/** Shows that new rows are loading while the old ones are still visible. */
export const ProgressLine = styled.div`
  position: absolute;
  z-index: 1;
  inset: 0 0 auto;
  height: 2px;
  overflow: hidden;
  &::after {
    content: "";
    position: absolute;
    inset: 0 auto 0 0;
    width: 30%;
    background: var(--bgColor-accent-emphasis);
    animation: table-progress 1.2s ease-in-out infinite;
  }
  @keyframes table-progress {
    from {
      transform: translateX(-100%);
    }
    to {
      transform: translateX(430%);
    }
  }
`;

export const Toolbar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-8);
  margin-bottom: var(--base-size-12);
`;

export const SearchSlot = styled.div`
  flex: 1 1 240px;
  max-width: 440px;
  ${cardStyles(css`
    max-width: none;
    flex-basis: 100%;
  `)}
`;

export const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-8);
  margin-left: auto;
  ${cardStyles(css`
    margin-left: 0;
    flex: 1;
  `)}
`;

export const CardOnly = styled.div`
  display: none;
  ${cardStyles(css`
    display: block;
    flex: 1;
  `)}
`;
