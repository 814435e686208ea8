import { integer } from "drizzle-orm/sqlite-core";
import { uuidKey } from "./columns";
import { customer } from "./customer";

/** The beginning of a row that belongs to a customer. */
export const customerOwnedColumns = () => ({
  id: uuidKey(),
  customerId: integer()
    .notNull()
    .references(() => customer.id),
});
