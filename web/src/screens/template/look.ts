import styled from "styled-components";

/** What the parts of the template screens look like in common. */

export const Frame = styled.div`
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-default);
  overflow: clip;
`;

export const Scroller = styled.div`
  overflow-x: auto;
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

export const Stack = styled.div<{ $gap?: number }>`
  display: flex;
  flex-direction: column;
  gap: ${({ $gap = 16 }) => $gap}px;
  min-width: 0;
`;

/** Fields beside each other where there is room. */
export const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(260px, 100%), 1fr));
  gap: var(--base-size-16);
  align-items: start;
`;

export const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-8);
`;

export const Muted = styled.span`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
`;

/** Of keys and pointers, which a phone has none of. */
export const Hint = styled(Muted)`
  @media (max-width: 767px) {
    display: none;
  }
`;

export const Fault = styled.div`
  color: var(--fgColor-danger);
  font-size: var(--text-body-size-small);
`;

/** Read out when it changes, and not seen. */
export const Announced = styled.div`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;
