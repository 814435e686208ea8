import { getTableName, sql, type Table } from "drizzle-orm";

/** Raw SQL, because Drizzle omits table names in a select from one table, also inside a subquery. */
export const customerNameField = (table: Table) => ({
  customerName: sql<string>`(SELECT c.name FROM customer c WHERE c.id = ${sql.raw(getTableName(table))}.customer_id)`,
});
