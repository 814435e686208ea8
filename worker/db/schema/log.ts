import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { anyId, created, json, sha256, uuid, uuidKey, version } from "./columns.ts";

/** The changed fields. Creations have no `before`, deletions no `after`. Secrets are masked. */
export type ChangeParams = Record<string, { before?: unknown; after?: unknown }>;

/** The audit log. `userId` -1 is a device, a token link or the service itself (1§2). */
export const domainChange = sqliteTable(
  "domain_change",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    dateCreated: created(),
    userId: integer().notNull(),
    /** The super admin who acted as `userId`. */
    realUserId: integer(),
    customerId: integer(),
    objectClass: text().notNull(),
    objectId: anyId().notNull(),
    action: text().$type<"CREATE" | "UPDATE" | "DELETE">().notNull(),
    params: json<ChangeParams>().notNull(),
  },
  (t) => [
    index("domain_change_date").on(t.dateCreated),
    index("domain_change_class").on(t.objectClass, t.dateCreated),
    index("domain_change_object").on(t.objectId),
  ],
);
export type DomainChangeRow = typeof domainChange.$inferSelect;

/**
 * Audit entries that have been moved to storage: those of a customer and a month, or part of them, as gzipped NDJSON
 * (worker/features/log/packs/). `first…` and `last…` are by date and then by id.
 */
export const auditPack = sqliteTable(
  "audit_pack",
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: uuid()
      .notNull()
      .unique()
      .$defaultFn(() => crypto.randomUUID()),
    /** Null for entries without a customer. */
    customerId: integer(),
    /** YYYY-MM. */
    month: text().notNull(),
    objectKey: text().notNull(),
    size: integer().notNull(),
    sha256: sha256().notNull(),
    entryCount: integer().notNull(),
    firstDate: text().notNull(),
    firstId: integer().notNull(),
    lastDate: text().notNull(),
    lastId: integer().notNull(),
    lowestId: integer().notNull(),
    highestId: integer().notNull(),
    /** Entries by object class and user. */
    counts: json<Record<string, Record<string, number>>>().notNull(),
  },
  (t) => [index("audit_pack_last").on(t.lastDate), index("audit_pack_ids").on(t.lowestId, t.highestId)],
);
export type AuditPackRow = typeof auditPack.$inferSelect;

/** The packs with entries about an object or that mention it, by a hash of its id. Different ids may have the same hash. */
export const auditObject = sqliteTable(
  "audit_object",
  { objectHash: integer().notNull(), packSeq: integer().notNull() },
  (t) => [primaryKey({ columns: [t.objectHash, t.packSeq] })],
);

/** The names of deleted objects of packed entries, for pages of the audit log and lists of faults. */
export const auditName = sqliteTable(
  "audit_name",
  {
    objectId: anyId().notNull(),
    objectClass: text().notNull(),
    customerId: integer(),
    name: text().notNull(),
    fullName: text(),
  },
  (t) => [
    primaryKey({ columns: [t.objectId, t.objectClass] }),
    // For finding the entries of deleted users by their names.
    index("audit_name_user").on(t.objectClass).where(sql`object_class = 'siteproof.User'`),
  ],
);

/** The release change log (1§2). */
export const changeLog = sqliteTable("change_log", {
  id: uuidKey(),
  versionCode: integer().notNull().unique(),
  description: text().notNull(),
  version: version(),
  dateCreated: created(),
});
