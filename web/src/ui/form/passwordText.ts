import i18next from "i18next";
import { fieldErrorText } from "#api/errorTexts.ts";
import type { FieldError } from "#domain/core/problem.ts";

/** The text of a password error, as in 1§5. */
export const passwordErrorText = (error: FieldError): string =>
  error === "required"
    ? i18next.t("password.empty")
    : error === "tooShort"
      ? i18next.t("password.tooShort")
      : fieldErrorText(error);
