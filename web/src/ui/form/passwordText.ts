import i18next from "i18next";
import { fieldFaultText } from "#api/errorTexts.ts";
import type { PasswordFault } from "#domain/access/password.ts";

/** The text of a password fault, as in 1§5. */
export const passwordFaultText = (fault: PasswordFault): string =>
  fault === "required"
    ? i18next.t("password.empty")
    : fault === "tooShort"
      ? i18next.t("password.tooShort")
      : fieldFaultText(fault);
