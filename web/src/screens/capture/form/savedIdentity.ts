import type { Draft } from "#domain/capture/draft.ts";
import type { CaptureLicense } from "#domain/endpoints/configuration/licenseCalls.ts";
import { readStorage, writeStorage } from "#lib/storage.ts";

/*
 * What a user last entered as name and address in this browser, where the licence says to use it again (3§3 useSavedUsername,
 * useSavedEmail).
 */

const keyOf = (what: "Username" | "Email", userId: number): string => `captureSaved${what} ${userId}`;

/** Who captures, and the address, as a new documentation begins with them. Without a saved name it is the user's own. */
export const readSavedIdentity = (license: CaptureLicense, user: { userId: number; username: string }) => ({
  creator: (license.useSavedUsername && readStorage(keyOf("Username", user.userId))) || user.username,
  email: (license.useSavedEmail && readStorage(keyOf("Email", user.userId))) || "",
});

/** Keeps what was sent for the next documentation. */
export function saveIdentity({ license, userId, creator, email }: Draft): void {
  if (license.useSavedUsername) writeStorage(keyOf("Username", userId), creator.trim());
  if (license.useSavedEmail && license.emailRequired && email?.trim())
    writeStorage(keyOf("Email", userId), email.trim());
}
