import { containsName, guessedForms, validatePassword } from "#domain/access/password.ts";
import type { FieldError } from "#domain/core/problem.ts";

/** Whom a password is for. */
export interface PasswordOwner {
  username: string;
  fullName: string | null;
  email: string | null;
}

let commonPasswords: ReadonlySet<string> | undefined;

/** Loaded on first use: unpacking the list takes longer than an isolate may take to start. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  if (!commonPasswords) {
    const { dictionary } = await import("@zxcvbn-ts/language-common");
    commonPasswords = new Set(dictionary["passwords-common"]);
  }
  return commonPasswords;
}

/** Why a new password is refused, or null: the rules of 1§5, then names of the owner, then the most common passwords. */
export async function passwordFault(
  password: string,
  { username, fullName, email }: PasswordOwner,
): Promise<FieldError | null> {
  const fault = validatePassword(password);
  if (fault) return fault;
  if (containsName(password, [username, fullName, email])) return "containsName";
  const common = await loadCommonPasswords();
  return guessedForms(password).some((form) => common.has(form)) ? "common" : null;
}
