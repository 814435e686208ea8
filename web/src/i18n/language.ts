import { readStorage, writeStorage } from "#lib/storage.ts";

export const languages = ["sv", "en"] as const;
export type Language = (typeof languages)[number];

/** Each language is named in itself. */
export const languageNames: Record<Language, string> = { sv: "Svenska", en: "English" };

/** public/theme.js reads it as well. */
const storageKey = "language";

let followsBrowser = false;

/** Takes the browser's language when none was chosen, for pages that strangers open. */
export function followBrowserLanguage(): void {
  followsBrowser = true;
}

/** English unless another language was chosen (1§1). */
export function language(): Language {
  const chosen = readStorage(storageKey);
  if (followsBrowser && chosen !== "sv" && chosen !== "en")
    return navigator.language.toLowerCase().startsWith("sv") ? "sv" : "en";
  return chosen === "sv" ? "sv" : "en";
}

/** Keeps the choice in local storage and reloads the page (1§1): nothing can be left in the other language. */
export function chooseLanguage(choice: Language, reload = () => location.reload()): void {
  writeStorage(storageKey, choice);
  reload();
}

/** The locale of numbers and of dates in words; Swedish writes 1 234,5. */
export const numberLocale = (): string => (language() === "sv" ? "sv-SE" : "en-GB");

/** Keeps a choice without reloading, for pages that call `changeTexts`. */
export const saveLanguage = (choice: Language): void => writeStorage(storageKey, choice);
