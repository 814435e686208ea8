import styled from "styled-components";

/** Above a table: how many of its rows are ticked, and what can be done to them. */
export const SelectionBar = styled.section`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-4) var(--base-size-8);
  margin-bottom: var(--base-size-12);
  padding: var(--base-size-8) var(--base-size-16);
  border: 1px solid var(--borderColor-accent-muted);
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-accent-muted);
`;
