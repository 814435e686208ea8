import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { anyId, creationInstant, json } from "./columns.ts";

/** The changed fields. Creations have no `before`, deletions no `after`. Secrets are masked. */
export type ChangeParams = Record<string, { before?: unknown; after?: unknown }>;

/** The audit log. `userId` -1 is a device, a token link or the service itself (1§2). */
export const domainChange = sqliteTable(
  "domain_change",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    dateCreated: creationInstant(),
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
