/** Why a new password is refused (1§5), as a field fault; the first that applies is shown. */
export type PasswordFault = "required" | "tooShort" | "noMatch" | "noCapital" | "noSpecial";

export const minimumPasswordLength = 8;

/** Which of the rules a new password meets. */
export const passwordChecks = (password: string, repeated: string) => ({
  length: password.length >= minimumPasswordLength,
  match: password !== "" && password === repeated,
  capital: /[A-ZÅÄÖ]/.test(password),
  special: /[^A-Za-z0-9ÅÄÖåäö\s]/.test(password),
});

/** Leave out `repeated` where a password is entered once. */
export function validatePassword(password: string, repeated = password): PasswordFault | null {
  const kept = passwordChecks(password, repeated);
  if (password === "") return "required";
  if (!kept.length) return "tooShort";
  if (!kept.match) return "noMatch";
  if (!kept.capital) return "noCapital";
  return kept.special ? null : "noSpecial";
}

export const generatedPasswordLength = 12;

/** No letters and digits that look alike in some typeface: 0 O o, 1 l I i, 5 S s, 2 Z z, 8 B, U u V v. */
const alphabet = {
  capital: "ACDEFGHJKLMNPQRTWXY",
  small: "abcdefghjkmnpqrtwxy",
  digit: "34679",
  special: "!#%+?=@",
} as const;

/**
 * A password that meets the rules: at least one character of each kind, shuffled. `random(n)` is a whole number below n, all equally
 * likely, from the browser's cryptographic source.
 */
export function generatePassword(random: (below: number) => number): string {
  const kinds = Object.values(alphabet);
  const all = kinds.join("");
  const letters = Array.from({ length: generatedPasswordLength }, (_, index) => {
    const from = kinds[index] ?? all;
    return from[random(from.length)]!;
  });
  for (let last = letters.length - 1; last > 0; last -= 1) {
    const other = random(last + 1);
    [letters[last], letters[other]] = [letters[other]!, letters[last]!];
  }
  return letters.join("");
}
