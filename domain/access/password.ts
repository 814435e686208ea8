/** Why a new password is refused (1§5), as a field error; the first that applies is shown. */
export type PasswordError = "required" | "tooShort" | "noMatch" | "noCapital" | "noSpecial";

export const minPasswordLength = 8;

/** The rules that a new password meets. */
export const passwordChecks = (password: string, repeatedPassword: string) => ({
  length: password.length >= minPasswordLength,
  match: password !== "" && password === repeatedPassword,
  capital: /[A-ZÅÄÖ]/.test(password),
  special: /[^A-Za-z0-9ÅÄÖåäö\s]/.test(password),
});

/** @param repeatedPassword leave out where the password is entered only once */
export function validatePassword(password: string, repeatedPassword = password): PasswordError | null {
  const checks = passwordChecks(password, repeatedPassword);
  if (password === "") return "required";
  if (!checks.length) return "tooShort";
  if (!checks.match) return "noMatch";
  if (!checks.capital) return "noCapital";
  return checks.special ? null : "noSpecial";
}

/** Shorter parts of names occur in passwords by chance. */
const minNameLength = 4;

/** Whether a password contains the owner's username, email address, or a part of either or of the full name. */
export function containsName(password: string, names: readonly (string | null)[]): boolean {
  const foldedPassword = password.normalize("NFKC").toLowerCase();
  return names
    .flatMap((name) => {
      const text = (name ?? "").normalize("NFKC").toLowerCase();
      return [text, ...text.split(/[^\p{L}\p{N}]+/u)];
    })
    .some((part) => part.length >= minNameLength && foldedPassword.includes(part));
}

/** Replacements that guessing programs try first. */
const lookalikes: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};

/**
 * The forms under which a guessing program finds a password, in lower case: as it is, and without leading and trailing digits and
 * symbols, each also with lookalikes replaced. `P@ssword-1!` is found as `password`.
 */
export function listGuessableForms(password: string): string[] {
  const foldedPassword = password.normalize("NFKC").toLowerCase();
  const replaceLookalikes = (text: string) =>
    text.replace(/[@431!0$57]/g, (symbol) => lookalikes[symbol] ?? symbol);
  const characters = [...foldedPassword];
  const isLetter = (character: string) => /\p{L}/u.test(character);
  const trimmedPassword = characters
    .slice(Math.max(0, characters.findIndex(isLetter)), characters.findLastIndex(isLetter) + 1)
    .join("");
  return [
    foldedPassword,
    trimmedPassword,
    replaceLookalikes(foldedPassword),
    replaceLookalikes(trimmedPassword),
  ];
}

export const generatedPasswordLength = 12;

/** Excludes characters that look alike in some typefaces: 0 O o, 1 l I i, 5 S s, 2 Z z, 8 B, U u V v. */
const alphabet = {
  capital: "ACDEFGHJKLMNPQRTWXY",
  small: "abcdefghjkmnpqrtwxy",
  digit: "34679",
  special: "!#%+?=@",
} as const;

/**
 * Returns a password that meets the rules: at least one character of each kind, shuffled.
 * @param random returns a uniformly distributed integer from 0 up to but excluding its argument, from a cryptographic source
 */
export function generatePassword(random: (exclusiveMax: number) => number): string {
  const kinds = Object.values(alphabet);
  const allCharacters = kinds.join("");
  const characters = Array.from({ length: generatedPasswordLength }, (_, index) => {
    const kind = kinds[index] ?? allCharacters;
    return kind[random(kind.length)]!;
  });
  for (let lastIndex = characters.length - 1; lastIndex > 0; lastIndex -= 1) {
    const swapIndex = random(lastIndex + 1);
    [characters[lastIndex], characters[swapIndex]] = [characters[swapIndex]!, characters[lastIndex]!];
  }
  return characters.join("");
}
