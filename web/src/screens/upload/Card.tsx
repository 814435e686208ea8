import styled from "styled-components";

/** A part of a page that strangers open. */
export const Card = styled.section`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
  padding: var(--base-size-16);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-large);
  background: var(--bgColor-default);
  /* There before they say anything, so that they are read out when they do; without words they take no room. */
  > [role="status"]:empty {
    margin-bottom: calc(-1 * var(--base-size-16));
  }
`;
