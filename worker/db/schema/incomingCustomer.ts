import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import { flag } from "./columns.ts";

/** Customers whose rows are being copied here, or deleted here after a move: guarded triggers ignore those rows. */
export const incomingCustomer = sqliteTable("incoming_customer", {
  customerId: integer().primaryKey(),
  /** Whether rows that background work processes are being copied: for these seconds, it waits until the copy is complete. */
  isCuttingOver: flag(),
});
