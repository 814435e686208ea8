import { totpDigits } from "../../../../domain/endpoints/profile";

/** What is pasted or read off a screen has spaces in odd places; anything but the digits is left out. */
export const codeDigits = (text: string): string => text.replace(/\D/g, "").slice(0, totpDigits);

export const isWholeCode = (code: string): boolean => code.length === totpDigits;
