import styled from "styled-components";

/** A table of a name and figures, in columns of equal width at the right. */
export const FigureTable = styled.table`
  width: 100%;
  margin-top: var(--base-size-8);
  border-collapse: collapse;
  font-variant-numeric: tabular-nums;
  th,
  td {
    height: 40px;
    padding: var(--base-size-6) var(--base-size-8);
    border-bottom: 1px solid var(--borderColor-muted);
    text-align: end;
  }
  th:first-child {
    text-align: start;
    overflow-wrap: anywhere;
  }
  thead th {
    hyphens: auto;
  }
  tbody th {
    font-weight: var(--base-text-weight-normal);
  }
  thead th {
    color: var(--fgColor-muted);
    font-size: var(--text-body-size-small);
    vertical-align: bottom;
  }
  td {
    white-space: nowrap;
  }
  @media (max-width: 767px) {
    th,
    td {
      padding-inline: var(--base-size-4);
    }
    a {
      display: inline-flex;
      align-items: center;
      justify-content: flex-end;
      min-width: 44px;
      min-height: 44px;
    }
    th:first-child a {
      justify-content: flex-start;
    }
  }
`;
