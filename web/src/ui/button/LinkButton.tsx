import styled from "styled-components";

/** A button that looks like a link but does not navigate. */
export const LinkButton = styled.button`
  min-width: 24px;
  min-height: 24px;
  padding: 0;
  border: 0;
  background: none;
  color: var(--fgColor-accent);
  font: inherit;
  text-align: start;
  overflow-wrap: anywhere;
  cursor: pointer;
  @media (max-width: 767px) {
    min-width: 44px;
    min-height: 44px;
  }
  &:hover {
    text-decoration: underline;
  }
`;
