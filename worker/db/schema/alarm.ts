import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { creationInstant, instant } from "./columns.ts";

/** A problem for super admins. The row stays until the problem is over, and they are mailed about it once. */
export const alarm = sqliteTable(
  "alarm",
  {
    kind: text().notNull(),
    /** Distinguishes several alarms of one kind. */
    subject: text().notNull(),
    firstSeenAt: creationInstant(),
    lastSeenAt: creationInstant(),
    /** The number of occurrences. */
    count: integer().notNull().default(1),
    detail: text().notNull().default(""),
    notifiedAt: instant(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.subject] })],
);
