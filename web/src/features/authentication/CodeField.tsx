import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { LoginField } from "./LoginField.tsx";
import { isWholeCode, toCodeDigits } from "./oneTimeCode.ts";

interface CodeFieldProps {
  ref?: Ref<HTMLInputElement>;
  label: string;
  caption: string;
  value: string;
  /** Errors are shown once the form has been submitted. */
  isSubmitted: boolean;
  disabled?: boolean;
  onTextChange: (code: string) => void;
}

/** A six-digit one-time code, from an authenticator app or an email. */
export function CodeField({
  ref,
  label,
  caption,
  value,
  isSubmitted,
  disabled,
  onTextChange,
}: CodeFieldProps) {
  const { t } = useTranslation("session");
  const { t: tCommon } = useTranslation();
  const message =
    isSubmitted && (value === "" ? tCommon("field.required") : !isWholeCode(value) && t("login.codeDigits"));
  return (
    <LoginField
      ref={ref}
      label={label}
      caption={caption}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      // Longer than the code, to allow spaces in pasted text.
      maxLength={20}
      disabled={disabled}
      value={value}
      message={message}
      onTextChange={(text) => onTextChange(toCodeDigits(text))}
    />
  );
}
