/** Characters that are stripped from names that may become files or folders (3§5). */
export const strippedCharacters = '~"#%&*:<>?/\\{|}';

const stripped = /[~"#%&*:<>?/\\{|}]/g;

/**
 * Normalizes a text for suggestions and expected answers: stripped characters removed, trimmed, letters composed (so that an `å`
 * typed on a Mac equals one typed on Windows). Tabs and other control characters become spaces.
 */
export const sanitizeListText = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/\p{Cc}/gu, " ")
    .replace(stripped, "")
    .trim();
