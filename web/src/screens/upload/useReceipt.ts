import { useCallback } from "react";
import { call } from "#api/client.ts";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import { getReceipt } from "#domain/endpoints/links/receipt.ts";
import { type CallState, useApiCall } from "#features/publicPage/useApiCall.ts";

export type SignedReceipt = ResponseOf<typeof getReceipt>;

/** The receipt for everything received through a link so far. */
export const useReceipt = (token: string): CallState<SignedReceipt> =>
  useApiCall(useCallback((signal) => call(getReceipt, { body: { token }, signal }), [token]));
