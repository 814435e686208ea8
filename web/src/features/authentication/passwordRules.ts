import { passwordChecks } from "#domain/access/password.ts";

export type PasswordRule = "length" | "capital" | "special" | "match";
export interface NewPasswordValues {
  password: string;
  repeatPassword: string;
}

/** The rules that a new password meets so far, in the order in which they are listed (1§5). */
export function checkPasswordRules({
  password,
  repeatPassword,
}: NewPasswordValues): Record<PasswordRule, boolean> {
  const { length, capital, special, match } = passwordChecks(password, repeatPassword);
  return { length, capital, special, match };
}
