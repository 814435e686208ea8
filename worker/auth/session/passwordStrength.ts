import { containsName, listGuessableForms, validatePassword } from "#domain/access/password.ts";
import type { FieldError } from "#domain/core/problem.ts";

/** The user a password is for. */
export interface PasswordOwner {
  username: string;
  fullName: string | null;
  email: string | null;
}

type PasswordTest = (form: string) => boolean;
let commonTest: PasswordTest | undefined;

/**
 * Whether a form is a common password: one of the 49 000 most common of any length, possibly with added punctuation, or one of the 50 000
 * most common with at least eight characters, which include all of that length among the hundred thousand most common. Loaded on first use:
 * unpacking the lists takes longer than the startup limit of an isolate.
 */
async function loadCommonTest(): Promise<PasswordTest> {
  if (!commonTest) {
    const [{ dictionary }, { default: longPasswords }] = await Promise.all([
      import("@zxcvbn-ts/language-common"),
      import("fxa-common-password-list"),
    ]);
    const passwords = new Set(dictionary["passwords-common"]);
    commonTest = (form) => passwords.has(form) || longPasswords.test(form);
  }
  return commonTest;
}

/** Why a new password is refused, or null: the rules of 1§5, then names of the owner, then the most common passwords. */
export async function validateNewPassword(
  password: string,
  { username, fullName, email }: PasswordOwner,
): Promise<FieldError | null> {
  const fieldError = validatePassword(password);
  if (fieldError) return fieldError;
  if (containsName(password, [username, fullName, email])) return "containsName";
  const isCommon = await loadCommonTest();
  return [password, ...listGuessableForms(password)].some(isCommon) ? "common" : null;
}
