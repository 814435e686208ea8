import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { creationInstant, flag, instant, uuid, uuidKey } from "./columns.ts";
import { user } from "./user.ts";

/** A passkey: the public key of a credential that only the user's authenticator can sign with (WebAuthn). */
export const passkey = sqliteTable(
  "passkey",
  {
    id: uuidKey(),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** The authenticator's id of the credential, in base64url. */
    credentialId: text().notNull().unique(),
    /** The COSE key in base64url. */
    publicKey: text().notNull(),
    /** The number of signatures that the authenticator reports; 0 if it does not count them. */
    signatureCount: integer().notNull(),
    /** Whether a password manager or an account keeps copies of it. */
    isSynced: flag(),
    lastUsed: instant(),
    dateCreated: creationInstant(),
  },
  (t) => [index("passkey_user").on(t.userId)],
);
export type PasskeyRow = typeof passkey.$inferSelect;

/** Challenges that were issued and have not been used; using one deletes it. */
export const passkeyChallenge = sqliteTable(
  "passkey_challenge",
  {
    challenge: text().primaryKey(),
    /** The session that adds a passkey or confirms with one; null for a login. */
    sessionId: uuid(),
    expiresAt: text().notNull(),
  },
  (t) => [index("passkey_challenge_expires").on(t.expiresAt)],
);
