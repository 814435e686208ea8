import i18next from "i18next";
import type { PasswordFault } from "../../../../domain/rules/password";
import { fieldFaultText } from "../../api/texts";

/** The text of a password fault, as in 1§5. */
export const passwordFaultText = (fault: PasswordFault): string =>
  fault === "required"
    ? i18next.t("password.empty")
    : fault === "tooShort"
      ? i18next.t("password.tooShort")
      : fieldFaultText(fault);
