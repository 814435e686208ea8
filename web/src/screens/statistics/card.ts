import styled from "styled-components";

/** A card of the result: a heading with actions, and the content. */
export const Card = styled.section`
  min-width: 0;
  margin-bottom: var(--base-size-24);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-default);
  overflow: clip;
`;

export const CardHead = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--base-size-8);
  padding: var(--base-size-8) var(--base-size-8) var(--base-size-8) var(--base-size-16);
  border-bottom: 1px solid var(--borderColor-default);
  background: var(--bgColor-muted);
`;
