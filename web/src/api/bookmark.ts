import { readStorage, writeStorage } from "#lib/storage.ts";

const storageKey = "bookmark";
const tab = () => sessionStorage;
let newest = readStorage(storageKey, tab) ?? "";

export const getNewestBookmark = (): string => newest;

/** Responses may arrive out of order. Bookmarks compare as text: the later one is greater. */
export function rememberBookmark(bookmark: string | null): void {
  if (!bookmark || bookmark <= newest) return;
  newest = bookmark;
  writeStorage(storageKey, bookmark, tab);
}

export function clearBookmark(): void {
  newest = "";
  writeStorage(storageKey, null, tab);
}
