import styled from "styled-components";
import { Stack } from "#ui/layout/boxes.ts";
import { Note } from "#ui/layout/typography.ts";

/** Styles shared by the template screens. */

export const Frame = styled.div`
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-default);
  overflow: clip;
`;

export const Toolbar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-8);
  margin-bottom: var(--base-size-8);
  > :first-child {
    flex: 1 1 auto;
    color: var(--fgColor-muted);
    @media (max-width: 767px) {
      flex-basis: 100%;
    }
  }
`;

export const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  th {
    background: var(--bgColor-muted);
    font-size: var(--text-body-size-small);
    font-weight: var(--base-text-weight-semibold);
    text-align: left;
    white-space: nowrap;
  }
  th,
  td {
    padding: var(--base-size-6) var(--base-size-12);
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  tbody tr {
    border-top: 1px solid var(--borderColor-muted);
  }
`;

/** The fields of an open row, below it. */
export const OpenRowFields = styled(Stack)`
  padding: var(--base-size-16);
  border-top: 1px solid var(--borderColor-muted);
  background: var(--bgColor-inset);
`;

/** Fields side by side if there is room. */
export const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(260px, 100%), 1fr));
  gap: var(--base-size-16);
  align-items: start;
`;

/** Hints about keys and pointers, hidden on phones. */
export const Hint = styled(Note)`
  @media (max-width: 767px) {
    display: none;
  }
`;
