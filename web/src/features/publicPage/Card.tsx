import styled from "styled-components";

/** A section of a public page. */
export const Card = styled.section`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
  padding: var(--base-size-16);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-large);
  background: var(--bgColor-default);
  /* Rendered before it has content, so that screen readers announce it; takes no space while empty. */
  > [role="status"]:empty {
    margin-bottom: calc(-1 * var(--base-size-16));
  }
`;
