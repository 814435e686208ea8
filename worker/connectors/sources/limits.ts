/** Characters of an answer that a source reads: a page of projects with their notes. */
export const maxResponseCharacters = 8_000_000;
