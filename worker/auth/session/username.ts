import { normalizeLine } from "#domain/core/text/normalizeText.ts";

/** The key under which usernames are compared. It ignores case and how letters and blanks are encoded. */
export const usernameKeyOf = (username: string): string => normalizeLine(username).toLowerCase();
