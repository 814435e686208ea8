import { Link } from "react-router";
import styled from "styled-components";

/** The name of a row, as a link. */
export const NameLink = styled(Link)`
  font-weight: var(--base-text-weight-semibold);
  overflow-wrap: anywhere;
`;
