import { normalizeLine } from "./normalizeText.ts";

/** Characters that are stripped from names that may become files or folders (3§5). */
export const strippedCharacters = '~"#%&*:<>?/\\{|}';

const strippedPattern = /[~"#%&*:<>?/\\{|}]/g;

/** A text of a suggestion or an expected answer: a line in its normal form without the stripped characters. */
export const sanitizeListText = (text: string): string =>
  normalizeLine(normalizeLine(text).replace(strippedPattern, ""));
