import type { ApiError } from "#api/apiError.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { MessageSlot } from "#ui/layout/boxes.ts";

/** The error of a failed session switch. */
export const SwitchError = ({ failure }: { failure: ApiError | null }) => (
  <MessageSlot role="alert">
    {failure && <Banner kind="danger">{alertText(failure) ?? problemText(failure)}</Banner>}
  </MessageSlot>
);
