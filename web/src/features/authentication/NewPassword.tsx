import { useId } from "react";
import { useTranslation } from "react-i18next";
import { type PasswordError, validatePassword } from "#domain/access/password.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { passwordErrorText } from "#ui/form/passwordText.ts";
import { LoginField } from "./LoginField.tsx";
import { PasswordRules } from "./PasswordRules.tsx";
import type { NewPasswordValues } from "./passwordRules.ts";

interface NewPasswordProps {
  values: NewPasswordValues;
  onChange: (values: NewPasswordValues) => void;
  /** Errors are shown once the form has been submitted; the list of rules updates while typing. */
  isSubmitted: boolean;
  /** Why the service refused the password; it knows names and common passwords. */
  refusal?: FieldError | undefined;
  disabled?: boolean;
}

/** A new password, entered twice, with its rules (1§5). Used by password reset and the profile. */
export function NewPassword({ values, onChange, isSubmitted, refusal, disabled = false }: NewPasswordProps) {
  const { t } = useTranslation("session");
  const rulesId = useId();
  const error = isSubmitted ? validatePassword(values.password, values.repeatPassword) : null;
  const fieldPropsOf = (name: keyof NewPasswordValues) => ({
    name,
    type: "password",
    autoComplete: "new-password",
    maxLength: 1000,
    disabled,
    value: values[name],
    message:
      error !== null
        ? fieldOf(error) === name && passwordErrorText(error)
        : name === "password" && refusal !== undefined && passwordErrorText(refusal),
    onTextChange: (text: string) => onChange({ ...values, [name]: text }),
  });
  return (
    <>
      <LoginField label={t("newPassword.password")} describedBy={rulesId} {...fieldPropsOf("password")} />
      <LoginField label={t("newPassword.repeat")} {...fieldPropsOf("repeatPassword")} />
      <PasswordRules id={rulesId} values={values} />
    </>
  );
}

const fieldOf = (error: PasswordError): keyof NewPasswordValues =>
  error === "noMatch" ? "repeatPassword" : "password";

/** Returns true if the new password can be sent; otherwise focuses the invalid field. */
export function checkNewPassword(form: HTMLFormElement, values: NewPasswordValues): boolean {
  const error = validatePassword(values.password, values.repeatPassword);
  const field = error && form.elements.namedItem(fieldOf(error));
  if (field instanceof HTMLInputElement) field.focus();
  return error === null;
}
