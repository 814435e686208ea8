import type { SQL } from "drizzle-orm";
import type { Database } from "./database.ts";

/**
 * Raw SQL as a statement of a batch. Drizzle 0.45 binds the parameters of batched statements through their prepared `stmt`, which raw
 * statements lack, so this adds one.
 */
export const statement = (db: Database, query: SQL) => {
  const rawStatement = db.run(query);
  return Object.assign(rawStatement, { stmt: db.$client.prepare(rawStatement.getQuery().sql) });
};
