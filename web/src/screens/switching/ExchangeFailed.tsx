import type { ApiError } from "../../api/failure";
import { alertText, problemText } from "../../api/texts";
import { Banner } from "../../kit/Flash";
import { MessageSlot } from "../../kit/stacks";

/** Why the session could not be exchanged. */
export const ExchangeFailed = ({ failure }: { failure: ApiError | null }) => (
  <MessageSlot role="alert">
    {failure && <Banner kind="danger">{alertText(failure) ?? problemText(failure)}</Banner>}
  </MessageSlot>
);
