import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json, sha256, uuid } from "./columns.ts";

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
    /** Numbers of entries by object class and user. */
    counts: json<Record<string, Record<string, number>>>().notNull(),
  },
  (t) => [index("audit_pack_last").on(t.lastDate), index("audit_pack_ids").on(t.lowestId, t.highestId)],
);
export type AuditPackRow = typeof auditPack.$inferSelect;
