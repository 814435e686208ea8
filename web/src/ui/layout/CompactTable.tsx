import styled from "styled-components";

/** A table within a dialog, without search and paging. */
export const CompactTable = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: var(--text-body-size-small);
  th,
  td {
    padding: var(--base-size-6) var(--base-size-8);
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  th {
    color: var(--fgColor-muted);
    font-weight: var(--base-text-weight-semibold);
    overflow-wrap: normal;
  }
  tbody tr {
    border-top: 1px solid var(--borderColor-muted);
  }
`;
