/** Why a new password is refused (1§5), as keys of the console's texts; the first that applies is shown. */
export type PasswordFault = "empty" | "tooShort" | "noMatch" | "noCapital" | "noSpecial";

export const minimumPasswordLength = 8;

export function passwordFault(password: string, repeated: string): PasswordFault | null {
  if (password === "") return "empty";
  if (password.length < minimumPasswordLength) return "tooShort";
  if (password !== repeated) return "noMatch";
  if (!/[A-ZÅÄÖ]/.test(password)) return "noCapital";
  if (!/[^A-Za-z0-9ÅÄÖåäö\s]/.test(password)) return "noSpecial";
  return null;
}
