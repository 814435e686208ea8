import { Column, is, type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * A column without its index, in a condition or an order. Without statistics, which D1 does not keep for us, SQLite prefers an index that
 * saves a sort even if it walks all of a customer's rows instead of a documentation's few. The unary plus rules that index out.
 * worker/testing/queryPlans.ts finds the queries that need it.
 */
export function unindexed(column: SQLWrapper): SQL {
  const plain = sql`+${column}`;
  if (!is(column, Column)) return plain;
  // `eq` and its like bind a value as the column stores it, which is how an id becomes bytes.
  return Object.assign(plain, { mapToDriverValue: (value: unknown) => column.mapToDriverValue(value) });
}
