import { useCallback } from "react";
import type { ResponseOf } from "../../../../domain/endpoint";
import { getReceipt } from "../../../../domain/endpoints/receipt";
import { call } from "../../api/client";
import { type CallState, useApiCall } from "./useAnswer";

export type SignedReceipt = ResponseOf<typeof getReceipt>;

/** The receipt for everything that has arrived by a link so far. */
export const useReceipt = (token: string): CallState<SignedReceipt> =>
  useApiCall(useCallback((signal) => call(getReceipt, { body: { token }, signal }), [token]));
