import type { Language } from "#domain/core/language.ts";

const decimalMarks = { en: ".", sv: "," } as const satisfies Record<Language, string>;

/**
 * A number with the decimal mark of a language; it is stored with a point. Digits are not grouped, because a number can identify
 * something, and grouped it could not be found again.
 */
export const formatDecimal = (number: string, language: Language): string =>
  number.replace(".", decimalMarks[language]);
