import styled from "styled-components";
import type { Failure } from "../../api/failure";
import { alertText, problemText } from "../../api/texts";
import { Flash } from "../../kit/Flash";

/** Why the session was not exchanged. */
export const ExchangeFailed = ({ failure }: { failure: Failure | null }) => (
  <Place role="alert">
    {failure && <Flash kind="danger">{alertText(failure) ?? problemText(failure)}</Flash>}
  </Place>
);

const Place = styled.div`
  &:not(:empty) {
    margin-bottom: var(--base-size-16);
  }
`;
