import styled from "styled-components";

/** A link in a list of links: its details, and its buttons beside them. */
export const LinkItem = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: var(--base-size-8);
  padding: var(--base-size-12) 0;
  & + & {
    border-top: 1px solid var(--borderColor-muted);
  }
`;

export const LinkDetails = styled.div`
  flex: 1 1 240px;
  min-width: 0;
`;
