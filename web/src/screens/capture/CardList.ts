import styled from "styled-components";

/** A vertical list of documentations, each with its name, details and buttons. */
export const CardList = styled.ul`
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-large);
  list-style: none;
`;

export const CardRow = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--base-size-8) var(--base-size-16);
  padding: var(--base-size-12) var(--base-size-16);
  & + & {
    border-top: 1px solid var(--borderColor-muted);
  }
`;
