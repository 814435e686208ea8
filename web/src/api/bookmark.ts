import { readStorage, writeStorage } from "#lib/storage.ts";

/** Answers carry how far the database had come; sent with the next call, it rules out older reads. */
export const bookmarkHeader = "x-siteproof-bookmark";

const storageKey = "bookmark";
const tab = () => sessionStorage;
let newest = readStorage(storageKey, tab) ?? "";

export const newestBookmark = (): string => newest;

/** Answers may arrive out of order. Bookmarks compare as text: the later one is the greater. */
export function rememberBookmark(bookmark: string | null): void {
  if (!bookmark || bookmark <= newest) return;
  newest = bookmark;
  writeStorage(storageKey, bookmark, tab);
}

export function forgetBookmark(): void {
  newest = "";
  writeStorage(storageKey, null, tab);
}
