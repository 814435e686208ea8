import { integer } from "drizzle-orm/sqlite-core";
import { uuidKey } from "./columns.ts";
import { customer } from "./customer.ts";

/** The beginning of a row that belongs to a customer. */
export const customerOwnedColumns = () => ({
  id: uuidKey(),
  customerId: integer()
    .notNull()
    .references(() => customer.id),
});
