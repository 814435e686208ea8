import { ApiError } from "./apiError.ts";

/** How the console handles a failed call: the error catalogue of 1§8. */
type FailureHandling =
  | { kind: "alert"; text: "serverError" | "unprocessable" | "noConnection" }
  | { kind: "logOut" }
  | { kind: "forbidden" }
  | { kind: "silent" };

export function getFailureHandling(failure: ApiError): FailureHandling {
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

const secondFactorRequests = [
  "secondFactorRequired",
  "codeMailed",
  "passkeyRequired",
  "secondFactorSetupRequired",
] as const;
export type SecondFactorRequest = (typeof secondFactorRequests)[number];

/** The second factor that a login asks for, with status 400; null for other login errors, which are shown as messages (1§8). */
export const secondFactorRequest = (failure: unknown): SecondFactorRequest | null =>
  failure instanceof ApiError && failure.status === 400
    ? (secondFactorRequests.find((request) => request === failure.code) ?? "secondFactorRequired")
    : null;
