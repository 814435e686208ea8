import { containsName, guessableForms, validatePassword } from "#domain/access/password.ts";
import type { FieldError } from "#domain/core/problem.ts";

/** The user a password is for. */
export interface PasswordOwner {
  username: string;
  fullName: string | null;
  email: string | null;
}

let commonPasswords: ReadonlySet<string> | undefined;

/** Loaded on first use: unpacking the list takes longer than the startup limit of an isolate. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  if (!commonPasswords) {
    const { dictionary } = await import("@zxcvbn-ts/language-common");
    commonPasswords = new Set(dictionary["passwords-common"]);
  }
  return commonPasswords;
}

/** Why a new password is refused, or null: the rules of 1§5, then names of the owner, then the most common passwords. */
export async function validateNewPassword(
  password: string,
  { username, fullName, email }: PasswordOwner,
): Promise<FieldError | null> {
  const fieldError = validatePassword(password);
  if (fieldError) return fieldError;
  if (containsName(password, [username, fullName, email])) return "containsName";
  const common = await loadCommonPasswords();
  return guessableForms(password).some((form) => common.has(form)) ? "common" : null;
}
