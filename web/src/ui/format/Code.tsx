import styled from "styled-components";

/** A code, in a typeface with distinguishable characters. */
export const Code = styled.code`
  font-family: var(--fontStack-monospace);
  font-size: var(--text-body-size-small);
  overflow-wrap: anywhere;
`;
