/** The key under which usernames are compared. It ignores case and surrounding spaces. */
export const usernameKeyOf = (username: string): string => username.normalize("NFC").trim().toLowerCase();
