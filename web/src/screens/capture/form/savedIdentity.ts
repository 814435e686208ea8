import type { Draft } from "#domain/capture/draft.ts";
import type { CaptureLicense } from "#domain/endpoints/configuration/licenseCalls.ts";
import { readStorage, writeStorage } from "#lib/storage.ts";

/*
 * The name and email address that a user last entered in this browser, reused if the licence says so (3§3 useSavedUsername,
 * useSavedEmail).
 */

const keyOf = (field: "Username" | "Email", userId: number): string => `captureSaved${field} ${userId}`;

/** The creator and email address of a new documentation. Without a saved name, the creator is the username. */
export const readSavedIdentity = (license: CaptureLicense, user: { userId: number; username: string }) => ({
  creator: (license.useSavedUsername && readStorage(keyOf("Username", user.userId))) || user.username,
  email: (license.useSavedEmail && readStorage(keyOf("Email", user.userId))) || "",
});

/** Saves the creator and email address that were sent, for the next documentation. */
export function saveIdentity({ license, userId, creator, email }: Draft): void {
  if (license.useSavedUsername) writeStorage(keyOf("Username", userId), creator.trim());
  if (license.useSavedEmail && license.emailRequired && email?.trim())
    writeStorage(keyOf("Email", userId), email.trim());
}
