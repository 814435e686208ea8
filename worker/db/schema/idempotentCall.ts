import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { creationInstant, sha256, uuid } from "./columns.ts";

/**
 * Calls that were made with an idempotency key (worker/api/idempotency.ts). Only the directory has rows. Keys are stored hashed, and
 * responses encrypted, because some hold the secret of a link.
 */
export const idempotentCall = sqliteTable(
  "idempotent_call",
  {
    /** HMAC of caller, route and key. */
    id: sha256().primaryKey(),
    /** HMAC of the call's input. */
    inputHash: sha256().notNull(),
    /** Identifies the call that runs, or ran. */
    runId: uuid().notNull(),
    /** Null while it runs. */
    status: integer(),
    response: text(),
    dateCreated: creationInstant(),
  },
  (t) => [index("idempotent_call_created").on(t.dateCreated)],
);
