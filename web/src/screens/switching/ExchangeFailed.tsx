import type { Failure } from "../../api/failure";
import { alertText, problemText } from "../../api/texts";
import { Flash } from "../../kit/Flash";
import { MessageSlot } from "../../kit/stacks";

/** Why the session could not be exchanged. */
export const ExchangeFailed = ({ failure }: { failure: Failure | null }) => (
  <MessageSlot role="alert">
    {failure && <Flash kind="danger">{alertText(failure) ?? problemText(failure)}</Flash>}
  </MessageSlot>
);
