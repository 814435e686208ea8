import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { MediaFaultKind, MediaHolder } from "#domain/endpoints/operations/storedFiles.ts";
import { created, instant, uuid } from "./columns.ts";

/**
 * What a comparison of rows and stored objects has found wrong, by the object's key. One that is not found again by a whole comparison
 * goes. Without references: it outlives what it tells of.
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
    firstSeenAt: created(),
    lastSeenAt: created(),
    /** When super admins were mailed about it. */
    notifiedAt: instant(),
  },
  (t) => [index("media_fault_first_seen").on(t.firstSeenAt), index("media_fault_last_seen").on(t.lastSeenAt)],
);

/** What super admins have to look at. A row stays until it is over, and they are mailed about it once. */
export const alarm = sqliteTable(
  "alarm",
  {
    kind: text().notNull(),
    /** What it is about, where there are several of a kind. */
    subject: text().notNull(),
    firstSeenAt: created(),
    lastSeenAt: created(),
    /** How often it happened. */
    count: integer().notNull().default(1),
    detail: text().notNull().default(""),
    notifiedAt: instant(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.subject] })],
);

/** How much a day's end found stored: bytes of the database, objects of the bucket and their bytes. */
export const storageUsage = sqliteTable("storage_usage", {
  /** YYYY-MM-DD, UTC. */
  day: text().primaryKey(),
  databaseBytes: integer().notNull(),
  objects: integer().notNull(),
  objectBytes: integer().notNull(),
});
