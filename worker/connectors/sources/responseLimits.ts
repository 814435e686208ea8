/** Maximum response characters of a source: enough for a page of projects with their notes. */
export const maxResponseCharacters = 8_000_000;
