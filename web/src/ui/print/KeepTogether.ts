import styled from "styled-components";

/** Keeps its contents on one page, such as a heading and the first row below it: Firefox ignores `break-after: avoid`. */
export const KeepTogether = styled.div`
  break-inside: avoid;
`;
