/** Characters of an answer that a source reads: a page of projects with their notes. */
export const mostAnswer = 8_000_000;
