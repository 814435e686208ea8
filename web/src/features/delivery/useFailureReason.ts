import { useTranslation } from "react-i18next";
import { type DeliveryFileState, type DeliveryState, isRetryable } from "#domain/delivery/states.ts";
import type { DeliveryProgress } from "#domain/endpoints/shared/deliveryProgress.ts";

type FailureFields = Pick<DeliveryProgress, "errorKind" | "errorStatusCode" | "errorMessage"> & {
  /** The state of a delivery or of one of its files. */
  state?: DeliveryState | DeliveryFileState;
};

/** The reason for a failure: what to do about it in the user's language, and the destination's own message. */
export interface FailureReason {
  text: string;
  details: string | null;
}

/**
 * Returns a function that explains a failure; null if nothing failed.
 * The second argument says that there will be no automatic retry, which the text of a transient error would otherwise promise.
 */
export function useFailureReason(): (failure: FailureFields, isFinal: boolean) => FailureReason | null {
  const { t } = useTranslation("delivery");
  return ({ errorKind, errorStatusCode: code, errorMessage: message, state }, isFinal) => {
    if (errorKind === null && message === null && code === null) return null;
    const details = message
      ? code === null
        ? t("errorDetails", { message })
        : t("responseCodeAndMessage", { message, code: String(code) })
      : code === null
        ? null
        : t("responseCode", { code: String(code) });
    // Without an error, the service cancelled the delivery.
    if (errorKind === null && state === "CANCELLED") return { text: t("cancelledReason"), details };
    if (errorKind === null) return { text: details ?? "", details: null };
    return {
      text: isFinal && isRetryable(errorKind) ? t(`finalError.${errorKind}`) : t(`error.${errorKind}`),
      details,
    };
  };
}
