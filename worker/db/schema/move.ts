import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, instant } from "./columns.ts";

/** Customers whose rows are being copied here, or are removed here after they have gone: guarded triggers leave those rows alone. */
export const incomingCustomer = sqliteTable("incoming_customer", {
  customerId: integer().primaryKey(),
  /** Whether rows that work in the background looks for are being copied: it waits until the customer is here, some seconds. */
  isCuttingOver: flag(),
});

/** Rows of a customer who is being moved away that have changed since the copying began, noted by triggers of that time. */
export const capturedChange = sqliteTable("captured_change", {
  id: integer().primaryKey({ autoIncrement: true }),
  /** The table. */
  tableName: text().notNull(),
  /** The values of its key, a JSON array. */
  key: text().notNull(),
});

/** Customers whose data is being moved away from here, or has been, with old rows still here. While there is one, there are triggers. */
export const outgoingCustomer = sqliteTable("outgoing_customer", {
  customerId: integer().primaryKey(),
  /** Whether changed rows are noted in captured_change. */
  isCapturing: flag(),
  /** Whether nobody may write the customer's rows; the log has a fence of its own, because the directory goes on to write it. */
  fenced: flag(),
  logFenced: flag(),
  /** When the data was elsewhere. */
  cutOverAt: instant(),
});
