import { Column, is, type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * A column that SQLite must not use an index for, in a condition or an order. D1 has no statistics, so SQLite prefers an index that saves
 * a sort even if it scans all of a customer's rows instead of a documentation's few. The unary plus excludes that index.
 * worker/testing/queryPlans.ts finds the queries that need this.
 */
export function withoutIndex(column: SQLWrapper): SQL {
  const unindexedColumn = sql`+${column}`;
  if (!is(column, Column)) return unindexedColumn;
  // Lets `eq` and other operators encode the value like the column does, which turns ids into bytes.
  return Object.assign(unindexedColumn, {
    mapToDriverValue: (value: unknown) => column.mapToDriverValue(value),
  });
}
