import i18next from "i18next";
import type { FieldError } from "#domain/core/problem.ts";
import { failureHandling } from "./errors.ts";
import type { ApiError } from "./failure.ts";

/** A failure in the reader's language, without the fields in `leftOut`: a form reports those at the fields. */
export function problemText(failure: ApiError, leftOut: (field: string) => boolean = () => false): string {
  if (failure.status === 0) return i18next.t("errors.noConnection");
  if (!failure.code) return failure.statusText || String(failure.status);
  if (failure.code === "tooManyAttempts" && failure.retryAfter) return waitText(failure.retryAfter);
  const text = i18next.t(`problem.${failure.code}`);
  const fields = Object.entries(failure.fields)
    .filter(([field]) => !leftOut(field))
    .map(([field, error]) => `${field}: ${fieldFaultText(error)}`);
  const told = [...failure.names, ...fields];
  return told.length > 0 ? `${text} (${told.join(", ")})` : text;
}

export const fieldFaultText = (error: FieldError): string => i18next.t(`field.${error}`);

/** The alert of the catalogue (1§8) for a failure, or null where the catalogue shows none. */
export function alertText(failure: ApiError, leftOut?: (field: string) => boolean): string | null {
  const reaction = failureHandling(failure);
  if (reaction.kind !== "alert") return null;
  switch (reaction.text) {
    case "serverError":
      return i18next.t("errors.serverError", { error: failure.statusText || problemText(failure) });
    case "unprocessable":
      return i18next.t("errors.unprocessable", { error: problemText(failure, leftOut) });
    case "noConnection":
      return i18next.t("errors.noConnection");
  }
}

function waitText(seconds: number): string {
  return seconds < 90
    ? i18next.t("errors.waitSeconds", { count: seconds })
    : i18next.t("errors.waitMinutes", { count: Math.ceil(seconds / 60) });
}
