import { foreignKey, index, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { creationInstant, flag, uuidKey, version } from "./columns.ts";
import { user } from "./user.ts";

/** A named filter of a user, private or shared with all users of the customer. */
export const savedView = sqliteTable(
  "saved_view",
  {
    id: uuidKey(),
    customerId: integer().notNull(),
    userId: integer().notNull(),
    name: text().notNull(),
    /** The filter and the order as in the query string of the list's URL, without the question mark. */
    query: text().notNull(),
    shared: flag(),
    dateCreated: creationInstant(),
    version: version(),
  },
  (t) => [
    unique("saved_view_name").on(t.customerId, t.userId, t.name),
    index("saved_view_shared").on(t.customerId, t.shared),
    foreignKey({ columns: [t.customerId, t.userId], foreignColumns: [user.customerId, user.id] }).onDelete(
      "cascade",
    ),
  ],
);
