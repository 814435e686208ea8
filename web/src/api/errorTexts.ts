import i18next from "i18next";
import type { FieldError } from "#domain/core/problem.ts";
import type { ApiError } from "./apiError.ts";
import { getFailureHandling } from "./errors.ts";

/**
 * The text of an error in the user's language. Omits the fields for which `isFieldOmitted` returns true: a form shows those at
 * the inputs.
 */
export function problemText(
  failure: ApiError,
  isFieldOmitted: (field: string) => boolean = () => false,
): string {
  if (failure.status === 0) return i18next.t("errors.noConnection");
  if (!failure.code) return failure.statusText || String(failure.status);
  if (failure.code === "tooManyAttempts" && failure.retryAfter) return waitText(failure.retryAfter);
  const text = i18next.t(`problem.${failure.code}`);
  const fields = Object.entries(failure.fields)
    .filter(([field]) => !isFieldOmitted(field))
    .map(([field, error]) => `${field}: ${fieldErrorText(error)}`);
  const details = [...failure.names, ...fields];
  return details.length > 0 ? `${text} (${details.join(", ")})` : text;
}

export const fieldErrorText = (error: FieldError): string => i18next.t(`field.${error}`);

/** The alert that the error catalogue (1§8) prescribes for an error, or null. */
export function alertText(failure: ApiError, isFieldOmitted?: (field: string) => boolean): string | null {
  const reaction = getFailureHandling(failure);
  if (reaction.kind !== "alert") return null;
  switch (reaction.text) {
    case "serverError":
      return i18next.t("errors.serverError", { error: failure.statusText || problemText(failure) });
    case "unprocessable":
      return i18next.t("errors.unprocessable", { error: problemText(failure, isFieldOmitted) });
    case "noConnection":
      return i18next.t("errors.noConnection");
  }
}

function waitText(seconds: number): string {
  return seconds < 90
    ? i18next.t("errors.waitSeconds", { count: seconds })
    : i18next.t("errors.waitMinutes", { count: Math.ceil(seconds / 60) });
}
