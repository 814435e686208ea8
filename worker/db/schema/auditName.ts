import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { anyId } from "./columns.ts";

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
