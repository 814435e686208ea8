/*
 * Letters without their case, one by one, so that a text keeps its length. SQL folds the same way (worker/db/casefold.ts).
 */

/** The Turkish İ has a lower case of two code points in all languages but Turkish: i and a dot. */
const dottedI = "İ";

/** A letter in lower case; one whose lower case is several code points stays unchanged. */
export function foldLetter(letter: string): string {
  if (letter === dottedI) return "i";
  const lowerLetter = letter.toLowerCase();
  return [...lowerLetter].length === 1 ? lowerLetter : letter;
}

export const foldCase = (text: string): string => [...text].map(foldLetter).join("");
