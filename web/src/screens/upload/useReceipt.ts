import { useCallback } from "react";
import type { AnswerOf } from "../../../../domain/endpoint";
import { getReceipt } from "../../../../domain/endpoints/receipt";
import { call } from "../../api/client";
import { type Answer, useAnswer } from "./useAnswer";

export type SignedReceipt = AnswerOf<typeof getReceipt>;

/** The receipt for everything that has arrived by a link so far. */
export const useReceipt = (token: string): Answer<SignedReceipt> =>
  useAnswer(useCallback((signal) => call(getReceipt, { body: { token }, signal }), [token]));
