import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, instant } from "./columns.ts";

/** Customers whose rows are being copied here, or deleted here after a move: guarded triggers ignore those rows. */
export const incomingCustomer = sqliteTable("incoming_customer", {
  customerId: integer().primaryKey(),
  /** Whether rows that background work processes are being copied; it waits for these seconds until the customer is here. */
  isCuttingOver: flag(),
});

/** Rows of a customer who is being moved away that have changed since the copy began. Temporary triggers insert them. */
export const capturedChange = sqliteTable("captured_change", {
  id: integer().primaryKey({ autoIncrement: true }),
  /** The table. */
  tableName: text().notNull(),
  /** The values of the row's key, as a JSON array. */
  key: text().notNull(),
});

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
