import { remember, remembered } from "../kit/remembered";

/** Answers say how far the database had come; said back with the next call, nothing older than that is read. */
export const bookmarkHeader = "x-siteproof-bookmark";

const storageKey = "bookmark";
const tab = () => sessionStorage;
let newest = remembered(storageKey, tab) ?? "";

export const newestBookmark = (): string => newest;

/** Answers may overtake each other. Bookmarks are made to be compared as text: the later one is the greater. */
export function rememberBookmark(bookmark: string | null): void {
  if (!bookmark || bookmark <= newest) return;
  newest = bookmark;
  remember(storageKey, bookmark, tab);
}

export function forgetBookmark(): void {
  newest = "";
  remember(storageKey, null, tab);
}
