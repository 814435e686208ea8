/**
 * The normal form of text on its way in. Contracts apply it (domain/core/fields.ts), so that the capture page, the service, imports and
 * devices agree on when two texts are the same.
 */

/**
 * Scripts in which a joiner between two letters changes how they are written or read; elsewhere it is invisible, as when a text was
 * copied from a web page.
 */
const joiningScripts = [
  ...["Arab", "Syrc", "Nkoo", "Mong", "Adlm", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda"],
  ...["Mlym", "Sinh", "Khmr", "Mymr", "Tibt"],
];
const joiningLetter = `(?=[\\p{L}\\p{M}])[${joiningScripts.map((script) => `\\p{scx=${script}}`).join("")}]`;
const emojiPattern = "[\\p{Extended_Pictographic}\\ufe0f\\p{Emoji_Modifier}]";

/** Invisible characters that carry meaning in their context: in emoji, and between letters of scripts that are written joined. */
const meaningfulPattern = [
  `(?<=${joiningLetter})[\\u180e\\u200c\\u200d](?=${joiningLetter})`,
  `(?<=${emojiPattern})\\u200d(?=\\p{Extended_Pictographic})`,
  "(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]",
  "(?<=[#*0-9])\\ufe0f(?=\\u20e3)",
  // A flag of a region, such as that of Scotland.
  "\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{1,16}\\u{e007f}",
].join("|");
/**
 * Other characters without a width: soft hyphens, zero-width spaces, joiners, reading directions, byte order marks, placeholders of
 * objects, language tags.
 */
const invisiblePattern =
  "[\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe0e\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffc\\ufffe\\uffff\\u{e0000}-\\u{e007f}]";
const invisibleOrMeaningfulPattern = new RegExp(`(${meaningfulPattern})|${invisiblePattern}`, "gu");

/** Letters have at most a few marks; the normalization of a very long run of them would take quadratic time. */
const excessMarks = /(\p{M}{30})\p{M}+/gu;

/** Printable ASCII with single spaces inside, as most texts are. */
const plainLine = /^(?:[!-~]+(?: [!-~]+)*)?$/;

const compose = (text: string): string =>
  text.toWellFormed().replace(excessMarks, "$1").normalize("NFC").replace(invisibleOrMeaningfulPattern, "$1");

/**
 * A single line in its normal form: letters composed (NFC), each run of spaces, tabs, line breaks and control characters one space, none
 * at the ends, no invisible characters except those that carry meaning. A control character becomes a space because it may be a separator:
 * scanners send byte 29 between the fields of a GS1 code, which cannot contain spaces.
 */
export const normalizeLine = (text: string): string =>
  plainLine.test(text)
    ? text
    : compose(text)
        .replace(/[\p{Cc}\p{Z}]+/gu, " ")
        .trim()
        .normalize("NFC");

/**
 * Text of several lines in its normal form: as a line, but it keeps line breaks (as \n), tabs, repeated spaces, and spaces at the
 * ends.
 */
export const normalizeLines = (text: string): string =>
  plainLine.test(text)
    ? text
    : compose(text)
        .replace(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, "\n")
        .replace(/\p{Zs}/gu, " ")
        .replace(/(?:(?![\n\t])\p{Cc})+/gu, " ")
        .normalize("NFC");

/** Characters that the normal form replaces although they may have carried data: control characters and halves of surrogate pairs. */
const replacedPattern = /(?![\t\n\r])[\p{Cc}\p{Cs}]/gu;

/** The characters of a text that its normal form replaces visibly, each once, as `U+001D`. */
export const findReplacedCharacters = (text: string): string[] => [
  ...new Set(
    Array.from(
      text.matchAll(replacedPattern),
      ([character]) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`,
    ),
  ),
];
