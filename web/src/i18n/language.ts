import { remember, remembered } from "../kit/remembered";

export const languages = ["sv", "en"] as const;
export type Language = (typeof languages)[number];

/** Also read by public/theme.js. */
const storageKey = "language";

/** English unless another choice was made (1§1). */
export const language = (): Language => (remembered(storageKey) === "sv" ? "sv" : "en");

/** Kept in local storage and applied by loading the page anew (1§1): nothing on it can be left in the other language. */
export function chooseLanguage(choice: Language, reload = () => location.reload()): void {
  remember(storageKey, choice);
  reload();
}

/** For numbers and dates in words; Swedish writes 1 234,5. */
export const numberLocale = (): string => (language() === "sv" ? "sv-SE" : "en-GB");
