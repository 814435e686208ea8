import { totpDigits } from "#domain/endpoints/account/session.ts";

/** The digits of a pasted code, which may contain spaces. */
export const toCodeDigits = (text: string): string => text.replace(/\D/g, "").slice(0, totpDigits);

export const isWholeCode = (code: string): boolean => code.length === totpDigits;
