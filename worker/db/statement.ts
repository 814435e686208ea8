import type { SQL } from "drizzle-orm";
import type { Database } from "./database.ts";

/**
 * SQL as a statement of a batch. Drizzle 0.45 binds the parameters of a batched statement through its prepared `stmt`,
 * which a raw one does not have, so it is given one.
 */
export const statement = (db: Database, query: SQL) => {
  const raw = db.run(query);
  const client = (db as unknown as { $client: D1Database }).$client;
  return Object.assign(raw, { stmt: client.prepare(raw.getQuery().sql) });
};
