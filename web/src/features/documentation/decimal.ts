import { formatDecimal } from "#domain/core/text/decimalText.ts";
import { getLanguage } from "#i18n/language.ts";

/** A decimal number in the user's notation. */
export const decimalText = (decimal: string): string => formatDecimal(decimal, getLanguage());
