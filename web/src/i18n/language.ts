import type { Language } from "#domain/core/language.ts";
import { readStorage, writeStorage } from "#lib/storage.ts";

/** The name of each language in that language. */
export const languageNames: Record<Language, string> = { sv: "Svenska", en: "English" };

/** public/theme.js reads it as well. */
const storageKey = "language";

let followsBrowser = false;

/** Uses the browser's language if none was chosen, on public pages. */
export function followBrowserLanguage(): void {
  followsBrowser = true;
}

/** English unless another language was chosen (1§1). */
export function getLanguage(): Language {
  const storedLanguage = readStorage(storageKey);
  if (followsBrowser && storedLanguage !== "sv" && storedLanguage !== "en")
    return navigator.language.toLowerCase().startsWith("sv") ? "sv" : "en";
  return storedLanguage === "sv" ? "sv" : "en";
}

/** Stores the choice in local storage and reloads the page (1§1), so that nothing is left in the other language. */
export function chooseLanguage(choice: Language, reload = () => location.reload()): void {
  writeStorage(storageKey, choice);
  reload();
}

/** The locale of numbers and of dates in words; Swedish writes 1 234,5. */
export const getNumberLocale = (): string => (getLanguage() === "sv" ? "sv-SE" : "en-GB");

/** Stores the choice without reloading, for pages that call `switchLanguage`. */
export const saveLanguage = (choice: Language): void => writeStorage(storageKey, choice);
