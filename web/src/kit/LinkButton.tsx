import styled from "styled-components";

/** A button among texts, which does something here and leads nowhere. */
export const LinkButton = styled.button`
  min-height: 24px;
  padding: 0;
  border: 0;
  background: none;
  color: var(--fgColor-accent);
  font: inherit;
  text-align: start;
  overflow-wrap: anywhere;
  cursor: pointer;
  &:hover {
    text-decoration: underline;
  }
`;
