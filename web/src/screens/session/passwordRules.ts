import { minimumPasswordLength, passwordFault } from "../../../../domain/rules/password";

export type PasswordRule = "length" | "capital" | "special" | "match";
export interface NewPasswordValues {
  password: string;
  repeatPassword: string;
}

/**
 * Which rules a new password keeps so far (1§5). The rule itself names only the first it breaks; asked about a password that keeps
 * all others, it tells of each.
 */
export function keptRules({ password, repeatPassword }: NewPasswordValues): Record<PasswordRule, boolean> {
  return {
    length: password.length >= minimumPasswordLength,
    capital: passwordFault(`${password}!!!!!!!!`) === null,
    special: passwordFault(`${password}AAAAAAAA`) === null,
    match: password !== "" && password === repeatPassword,
  };
}
