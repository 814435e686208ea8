import { trimEndChars, truncate } from "#domain/core/text/trim.ts";

/** Creates the bookmarks of a document, numbered in the order of its headings. */
export class WordBookmarks {
  #count: number;

  /** @param lastId of the bookmarks that a file already has */
  constructor(lastId = 0) {
    this.#count = lastId;
  }

  /** A bookmark as XML; "" for an empty title. */
  add(title: string): string {
    if (title.trim() === "") return "";
    const number = ++this.#count;
    return `<w:bookmarkStart w:id="${number}" w:name="${bookmarkName(title, number)}"/><w:bookmarkEnd w:id="${number}"/>`;
  }
}

/** A unique name: at most 40 letters, digits and underscores, beginning with a letter. */
export function bookmarkName(title: string, number: number): string {
  const anchor = truncate(title.replace(/[^\p{L}\p{Nd}]+/gu, "_"), 30);
  return trimEndChars(`B${number}_${anchor}`, "_");
}
