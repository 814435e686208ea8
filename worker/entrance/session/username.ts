/** What usernames are compared by: case and the spaces around them do not matter. */
export const usernameKeyOf = (username: string): string => username.normalize("NFC").trim().toLowerCase();
