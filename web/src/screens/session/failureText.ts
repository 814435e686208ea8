import { ApiError } from "../../api/failure";
import { problemText } from "../../api/texts";

/** The text of a failure, for screens without a session, which show every failure themselves (1§8). */
export const failureText = (failure: unknown): string =>
  failure instanceof ApiError ? problemText(failure) : String(failure);
