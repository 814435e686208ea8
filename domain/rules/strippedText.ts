/** What a name that may become a file or a folder must not hold (3§5). */
export const strippedCharacters = '~"#%&*:<>?/\\{|}';

const stripped = /[~"#%&*:<>?/\\{|}]/g;

/**
 * A text as suggestions and expected answers keep it: without the stripped characters, trimmed, and its letters composed, so that
 * an `å` of a Mac and one of Windows are the same letter. Tabs and other controls become spaces.
 */
export const strippedText = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/\p{Cc}/gu, " ")
    .replace(stripped, "")
    .trim();
