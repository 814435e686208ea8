import styled from "styled-components";

export const LinkDetails = styled.div`
  flex: 1 1 240px;
  min-width: 0;
`;
