import { integer, primaryKey, sqliteTable } from "drizzle-orm/sqlite-core";

/** The packs whose entries are about an object or mention it, by a hash of its id. Different ids may have the same hash. */
export const auditObject = sqliteTable(
  "audit_object",
  { objectHash: integer().notNull(), packSeq: integer().notNull() },
  (t) => [primaryKey({ columns: [t.objectHash, t.packSeq] })],
);
