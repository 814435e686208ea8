import styled from "styled-components";

/** The fields of a dialog below each other. */
export const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
`;
