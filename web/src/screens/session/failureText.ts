import { Failure } from "../../api/failure";
import { problemText } from "../../api/texts";

/** What went wrong, for screens that have nobody to log out and so show every failure themselves (1§8). */
export const failureText = (failure: unknown): string =>
  failure instanceof Failure ? problemText(failure) : String(failure);
