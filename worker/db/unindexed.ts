import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * A column, or an order by it, without its index. SQLite has no statistics here (D1 keeps none that we could rely on) and prefers any index
 * that spares it a sort, even one that walks all of a customer's rows instead of a documentation's few. A unary plus rules that
 * index out; worker/testing/plans.ts finds the queries that need it.
 */
export const unindexed = (column: SQLWrapper): SQL => sql`+${column}`;
