import { ApiError } from "#api/apiError.ts";
import { problemText } from "#api/errorTexts.ts";

/** The text of an error, for screens without a session, which show every error themselves (1§8). */
export const failureText = (failure: unknown): string =>
  failure instanceof ApiError ? problemText(failure) : String(failure);
