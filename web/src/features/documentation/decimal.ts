import { language } from "#i18n/language.ts";

/** A decimal number in the user's notation: Swedish uses a comma. It is stored with a point. */
export const decimalText = (decimal: string): string =>
  language() === "sv" ? decimal.replace(".", ",") : decimal;
