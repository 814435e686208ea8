import styled from "styled-components";

/** A code as it is written, in a face that tells its characters apart. */
export const Code = styled.code`
  font-family: var(--fontStack-monospace);
  font-size: var(--text-body-size-small);
  overflow-wrap: anywhere;
`;
