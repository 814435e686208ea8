import { ApiError } from "./failure.ts";

/** The console's reaction to a failed call: the error catalogue of 1§8, in this one place. */
type FailureHandling =
  | { kind: "alert"; text: "serverError" | "unprocessable" | "noConnection" }
  | { kind: "logOut" }
  | { kind: "forbidden" }
  | { kind: "silent" };

export function failureHandling(failure: ApiError): FailureHandling {
  switch (failure.status) {
    case 500:
      return { kind: "alert", text: "serverError" };
    case 422:
      return { kind: "alert", text: "unprocessable" };
    case 401:
      return { kind: "logOut" };
    case 403:
      return { kind: "forbidden" };
    case 404:
      return { kind: "silent" };
    case 0:
      return { kind: "alert", text: "noConnection" };
    default:
      return { kind: "logOut" };
  }
}

/** At login there is no session to end: 400 asks for the second factor, everything else is a message (1§8). */
export const asksForSecondFactor = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.status === 400;
