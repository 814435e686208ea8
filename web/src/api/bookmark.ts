import { readStorage, writeStorage } from "#lib/storage.ts";

const storageKey = "bookmark";
const tab = () => sessionStorage;
let newestBookmark = readStorage(storageKey, tab) ?? "";

export const getNewestBookmark = (): string => newestBookmark;

/** Responses may arrive out of order. Bookmarks compare as text: the later one is greater. */
export function rememberBookmark(bookmark: string | null): void {
  if (!bookmark || bookmark <= newestBookmark) return;
  newestBookmark = bookmark;
  writeStorage(storageKey, bookmark, tab);
}

export function clearBookmark(): void {
  newestBookmark = "";
  writeStorage(storageKey, null, tab);
}
