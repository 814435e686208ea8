import { language } from "#i18n/language.ts";

/** A decimal number in the user's notation: Swedish uses a comma. It is stored with a point. */
export const decimalText = (stored: string): string =>
  language() === "sv" ? stored.replace(".", ",") : stored;
