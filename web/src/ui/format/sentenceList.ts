import { getNumberLocale } from "#i18n/language.ts";

/** Names in a sentence, in the user's language: "A, B and C". */
export const formatList = (names: readonly string[]): string =>
  new Intl.ListFormat(getNumberLocale()).format(names);

/** Alternatives in a sentence, in the user's language: "A, B or C". */
export const formatAlternatives = (names: readonly string[]): string =>
  new Intl.ListFormat(getNumberLocale(), { type: "disjunction" }).format(names);
