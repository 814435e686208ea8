import { numberLocale } from "../../i18n/language";

/** A count for a text: what chooses between one and several, and how it is written. */
export const counted = (count: number) => ({ count, number: count.toLocaleString(numberLocale()) });
