/** Invisible, and no part of an address for programs that look for them. */
const wordJoiner = "\u2060";

/** Endings of the files that documentations have, which no program takes for a domain. */
const fileEndings = "jpe?g|png|heic|pdf|docx|pptx|xlsx|csv|txt";
const schemes = /:(?=\/\/)/g;
const domains = new RegExp(
  `(?<=[\\p{L}\\p{N}])\\.(?=\\p{L})(?!(?:${fileEndings})(?![\\p{L}\\p{N}.]))`,
  "giu",
);

/**
 * A text in which mail programs find no address to make clickable. Names and answers are written by people who may be strangers to the
 * reader of a mail, who trusts the mail.
 */
export const unlinked = (text: string): string =>
  text.replace(schemes, `${wordJoiner}:`).replace(domains, `${wordJoiner}.`);
