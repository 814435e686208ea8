import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { MediaFaultKind, MediaHolder } from "#domain/endpoints/operations/storedFiles.ts";
import { creationInstant, instant, uuid } from "./columns.ts";

/**
 * A fault that the comparison of rows and stored objects found, by the object's key. Deleted when a complete comparison no longer finds it.
 * No foreign keys, because it outlives the rows.
 */
export const mediaFault = sqliteTable(
  "media_fault",
  {
    key: text().primaryKey(),
    kind: text().$type<MediaFaultKind>().notNull(),
    holder: text().$type<MediaHolder>(),
    holderId: uuid(),
    documentationId: uuid(),
    customerId: integer(),
    /** Size in bytes and SHA-256, as the row has them and as the object has them. */
    expected: text(),
    found: text(),
    firstSeenAt: creationInstant(),
    lastSeenAt: creationInstant(),
    /** When super admins were mailed about it. */
    notifiedAt: instant(),
  },
  (t) => [index("media_fault_first_seen").on(t.firstSeenAt), index("media_fault_last_seen").on(t.lastSeenAt)],
);
