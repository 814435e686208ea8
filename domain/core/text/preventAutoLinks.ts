/** An invisible character that programs looking for addresses do not accept as part of one. */
const wordJoiner = "\u2060";

/** Extensions of the files of documentations, which no program mistakes for a domain. */
const fileExtensions = "jpe?g|png|heic|pdf|docx|pptx|xlsx|csv|txt";
const schemeColons = /:(?=\/\/)/g;
const domainDots = new RegExp(
  `(?<=[\\p{L}\\p{N}])\\.(?=\\p{L})(?!(?:${fileExtensions})(?![\\p{L}\\p{N}.]))`,
  "giu",
);

/**
 * Prevents mail programs from turning addresses in a text into links. Names and answers may come from strangers, but the recipient
 * trusts the mail that contains them.
 */
export const preventAutoLinks = (text: string): string =>
  text.replace(schemeColons, `${wordJoiner}:`).replace(domainDots, `${wordJoiner}.`);
