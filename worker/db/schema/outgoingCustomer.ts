import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import { flag, instant } from "./columns.ts";

/** Customers whose data is being or has been moved away, with rows still here. The temporary triggers exist while there are any. */
export const outgoingCustomer = sqliteTable("outgoing_customer", {
  customerId: integer().primaryKey(),
  /** Whether changed rows are recorded in captured_change. */
  isCapturing: flag(),
  /** Whether writes of the customer's rows are refused. The audit log has a separate fence, because the directory still writes to it. */
  fenced: flag(),
  logFenced: flag(),
  /** When the other database took over. */
  cutOverAt: instant(),
});
