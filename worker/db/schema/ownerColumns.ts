import { integer } from "drizzle-orm/sqlite-core";
import { uuidKey } from "./columns.ts";
import { customer } from "./customer.ts";

/** The first columns of a table whose rows belong to a customer. */
export const customerOwnedColumns = () => ({
  id: uuidKey(),
  customerId: integer()
    .notNull()
    .references(() => customer.id),
});
