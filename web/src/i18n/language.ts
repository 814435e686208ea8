import { remember, remembered } from "../kit/remembered";

export const languages = ["sv", "en"] as const;
export type Language = (typeof languages)[number];

/** Also read by public/theme.js. */
const storageKey = "language";

let asBrowser = false;

/** For pages that strangers open: whoever has chosen nothing is spoken to in the language of their browser. */
export function speakAsBrowser(): void {
  asBrowser = true;
}

/** English unless another choice was made (1§1). */
export function language(): Language {
  const chosen = remembered(storageKey);
  if (asBrowser && chosen !== "sv" && chosen !== "en")
    return navigator.language.toLowerCase().startsWith("sv") ? "sv" : "en";
  return chosen === "sv" ? "sv" : "en";
}

/** Kept in local storage and applied by loading the page anew (1§1): nothing on it can be left in the other language. */
export function chooseLanguage(choice: Language, reload = () => location.reload()): void {
  remember(storageKey, choice);
  reload();
}

/** For numbers and dates in words; Swedish writes 1 234,5. */
export const numberLocale = (): string => (language() === "sv" ? "sv-SE" : "en-GB");

/** Keeps a choice for a page that goes on as it is, with its texts changed by `changeTexts`. */
export const keepLanguage = (choice: Language): void => remember(storageKey, choice);
