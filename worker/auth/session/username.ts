/** Key by which usernames are compared: ignores case and surrounding spaces. */
export const usernameKeyOf = (username: string): string => username.normalize("NFC").trim().toLowerCase();
