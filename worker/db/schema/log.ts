import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { created, json, uuidKey, version } from "./columns";

/** The changed fields; a creation has no `before`, a deletion no `after`. Secrets are masked. */
export type ChangeParams = Record<string, { before?: unknown; after?: unknown }>;

/** Every write of the product. `userId` -1 is a device, a token link or the service itself (1§2). */
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
    objectId: text().notNull(),
    /** CREATE, UPDATE or DELETE. */
    action: text().notNull(),
    params: json<ChangeParams>().notNull(),
  },
  (t) => [
    index("domain_change_date").on(t.dateCreated),
    index("domain_change_class").on(t.objectClass, t.dateCreated),
    index("domain_change_object").on(t.objectId),
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
