/** The languages of the console, mails and documents. */
export const languages = ["sv", "en"] as const;
export type Language = (typeof languages)[number];
