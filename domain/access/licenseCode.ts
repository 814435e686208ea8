/** A licence code is a device's only credential, so it must be impossible to guess. */

/** Digits and capitals without those that look alike in some typefaces: 0 O, 1 I L, U V. */
export const unambiguousCharacters = "23456789ABCDEFGHJKMNPQRSTWXYZ";
const groupCount = 4;
const groupLength = 4;

/** The least randomness of a new code. */
export const minLicenseCodeBits = 60;

/**
 * Returns a code of four groups of four characters, 77 random bits: `7KQM-X2PD-9RTB-HW4C`.
 * @param random returns a uniformly distributed integer from 0 up to but excluding its argument, from a cryptographic source
 */
export function generateLicenseCode(random: (exclusiveMax: number) => number): string {
  const makeGroup = () =>
    Array.from(
      { length: groupLength },
      () => unambiguousCharacters[random(unambiguousCharacters.length)]!,
    ).join("");
  const code = Array.from({ length: groupCount }, makeGroup).join("-");
  // Very rarely, a random code consists of repetitions.
  return isGuessableLicenseCode(code) ? generateLicenseCode(random) : code;
}

/**
 * Whether a code has less randomness than a new one needs. This is an estimate, because a code may have been typed by a person:
 * letters and digits count as random unless they equal the previous character or are its neighbour in the alphabet.
 */
export const isGuessableLicenseCode = (code: string): boolean => estimateBits(code) < minLicenseCodeBits;

function estimateBits(code: string): number {
  const characters = code.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
  const alphabetSize = (/\p{L}/u.test(characters) ? 26 : 0) + (/\p{N}/u.test(characters) ? 10 : 0);
  const codePoints = [...characters].map((character) => character.codePointAt(0) ?? 0);
  const unpredictableCount = codePoints.filter(
    (value, index) => Math.abs(value - (codePoints[index - 1] ?? -2)) > 1,
  ).length;
  return unpredictableCount === 0
    ? 0
    : Math.min(unpredictableCount, 2 * new Set(codePoints).size) * Math.log2(alphabetSize);
}
