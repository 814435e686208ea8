/*
 * Search the way people type: words in any order, each from any position in a word, without regard to case, diacritics, and hyphens and
 * spaces beside digits. Text in quotation marks is searched as it is written. The search index holds texts folded the same way by SQL
 * (worker/db/triggers/search.sql, worker/db/searchText.ts).
 */

import { foldCase, foldLetter } from "./foldCase.ts";

/** Letters that are searched as another letter. */
const letterVariants = { a: "åäáàâ", o: "öøóô", e: "éèêë", u: "üú", i: "í", n: "ñ", c: "ç" } as const;

/** Letters without another case of one letter, or whose other case is in ASCII. */
const letterSpellings = [
  ["İ", "i"],
  ["ı", "i"],
  ["ß", "ss"],
  ["ẞ", "ss"],
] as const;

/** The lower-case and upper-case letters that are searched as others, each with the letter or letters. */
export const foldedLetters: readonly (readonly [variant: string, letters: string])[] = [
  ...Object.entries(letterVariants).flatMap(([letter, variants]) =>
    [...variants, ...variants.toUpperCase()].map((variant) => [variant, letter] as const),
  ),
  ...letterSpellings,
];

/** Hyphens, dashes, tabs and spaces that do not break; all are searched as a space. */
export const separatorVariants = [..."-\u2010\u2011\u2013\u2014\u2212\u00a0\u202f\t"];
export const digits = [..."0123456789"];

const lettersOfVariant = new Map(foldedLetters);

/** A text as the index holds it. Each code point stays one, except that ß becomes two and repeated spaces become fewer. */
export function foldSearchText(text: string): string {
  const foldedText = [...text]
    .map((character) =>
      separatorVariants.includes(character)
        ? " "
        : (lettersOfVariant.get(character) ?? foldLetter(character)),
    )
    .join("");
  return foldedText.replaceAll("  ", " ").replaceAll("  ", " ");
}

/** Removes the spaces beside digits from a folded text. */
export const compactNumbers = (foldedText: string): string =>
  digits.reduce(
    (text, digit) => text.replaceAll(`${digit} `, digit).replaceAll(` ${digit}`, digit),
    foldedText,
  );

export interface SearchTerms {
  /** Folded, at least two characters each. A single character follows a space, because it matches the beginning of a word. */
  words: string[];
  /** The texts in quotation marks. */
  phrases: string[];
}

const quotedOrWord = /["“”„«»]([^"“”„«»]*)["“”„«»]?|[^\s"“”„«»]+/g;

/** The terms of a search, all of which have to match. A search without a letter or digit is searched as it is written. */
export function parseSearchTerms(query: string): SearchTerms {
  const words = new Set<string>();
  const phrases = new Set<string>();
  for (const [part, phrase] of query.matchAll(quotedOrWord)) {
    if (phrase !== undefined) {
      if (phrase.trim() !== "") phrases.add(phrase.trim());
      continue;
    }
    const word = compactNumbers(foldSearchText(part).trim());
    if (word !== "") words.add([...word].length === 1 ? ` ${word}` : word);
  }
  if (words.size === 0 && phrases.size === 0 && query.trim() !== "") phrases.add(query.trim());
  // A word that is part of another one adds nothing.
  const distinctWords = [...words].filter(
    (word) => ![...words].some((otherWord) => otherWord !== word && otherWord.includes(word)),
  );
  return { words: distinctWords, phrases: [...phrases] };
}

/** Whether a text contains a word of `SearchTerms`. */
export function containsWord(text: string, word: string): boolean {
  const foldedText = ` ${foldSearchText(text).replaceAll("\n", "\n ")}`;
  return foldedText.includes(word) || compactNumbers(foldedText).includes(word);
}

export const containsPhrase = (text: string, phrase: string): boolean =>
  foldCase(text).includes(foldCase(phrase));

/** Whether texts match a search: each of its terms is in one of them. */
export function matchesSearch(texts: readonly string[], query: string): boolean {
  const { words, phrases } = parseSearchTerms(query);
  return (
    words.every((word) => texts.some((text) => containsWord(text, word))) &&
    phrases.every((phrase) => texts.some((text) => containsPhrase(text, phrase)))
  );
}
