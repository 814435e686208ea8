import { integer, text } from "drizzle-orm/sqlite-core";
import { creationInstant, flag, instant, requester, uuid } from "./columns.ts";

/** The columns of an import's run, for all kinds of imports. */
export const importRun = () => ({
  success: integer({ mode: "boolean" }),
  count: integer().notNull().default(0),
  message: text(),
  /** The entries that the run added, updated and removed. */
  added: integer().notNull().default(0),
  updated: integer().notNull().default(0),
  removed: integer().notNull().default(0),
  /** Stopped because it would remove more than half of the entries; a run with `confirmed` continues. */
  needsConfirmation: flag(),
  confirmed: flag(),
  /** Null for a scheduled run. */
  requester: requester(),
  jobId: uuid(),
  finished: instant(),
  dateCreated: creationInstant(),
});
