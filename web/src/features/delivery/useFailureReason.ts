import { useTranslation } from "react-i18next";
import { type DeliveryFileState, type DeliveryState, isRetryable } from "#domain/delivery/states.ts";
import type { DeliveryProgress } from "#domain/endpoints/exports/delivery.ts";

type Failed = Pick<DeliveryProgress, "errorKind" | "errorStatusCode" | "errorMessage"> & {
  /** Of a delivery or a file. */
  state?: DeliveryState | DeliveryFileState;
};

/** Why something failed: what to do about it in the reader's language, and what the destination said in its own. */
export interface Reason {
  text: string;
  details: string | null;
}

/**
 * Null where nothing failed.
 * @param ended whether it is not tried again by itself, which an error that passes would otherwise promise
 */
export function useFailureReason(): (failed: Failed, ended: boolean) => Reason | null {
  const { t } = useTranslation("delivery");
  return ({ errorKind, errorStatusCode: code, errorMessage: message, state }, ended) => {
    if (errorKind === null && message === null && code === null) return null;
    const details = message
      ? code === null
        ? t("said", { message })
        : t("saidCode", { message, code: String(code) })
      : code === null
        ? null
        : t("onlyCode", { code: String(code) });
    // No error: the service stopped it itself.
    if (errorKind === null && state === "CANCELLED") return { text: t("calledOff"), details };
    if (errorKind === null) return { text: details ?? "", details: null };
    return {
      text: ended && isRetryable(errorKind) ? t(`givenUp.${errorKind}`) : t(`error.${errorKind}`),
      details,
    };
  };
}
