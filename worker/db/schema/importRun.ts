import { integer, text } from "drizzle-orm/sqlite-core";
import { created, flag, instant, requester, uuid } from "./columns.ts";

/** The columns of one run of an import, whatever it imports. */
export const importRun = () => ({
  success: integer({ mode: "boolean" }),
  count: integer().notNull().default(0),
  message: text(),
  /** Rows of the source that are new, changed or gone. */
  added: integer().notNull().default(0),
  updated: integer().notNull().default(0),
  removed: integer().notNull().default(0),
  /** Stopped because more than half would go; running it again with this answered goes on. */
  needsConfirmation: flag(),
  confirmed: flag(),
  /** Who asked for it; null where it runs at its frequency. */
  requester: requester(),
  /** The job that runs it. */
  jobId: uuid(),
  finished: instant(),
  dateCreated: created(),
});
