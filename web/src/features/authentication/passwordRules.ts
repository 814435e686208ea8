import { minPasswordLength, validatePassword } from "#domain/access/password.ts";

export type PasswordRule = "length" | "capital" | "special" | "match";
export interface NewPasswordValues {
  password: string;
  repeatPassword: string;
}

/**
 * The rules that a new password meets so far (1§5). The domain's rule reports only the first error, so each rule is tested with a
 * password that meets all others.
 */
export function checkPasswordRules({
  password,
  repeatPassword,
}: NewPasswordValues): Record<PasswordRule, boolean> {
  return {
    length: password.length >= minPasswordLength,
    capital: validatePassword(`${password}!!!!!!!!`) === null,
    special: validatePassword(`${password}AAAAAAAA`) === null,
    match: password !== "" && password === repeatPassword,
  };
}
