import { getTableName, sql, type Table } from "drizzle-orm";

/** Written out: in a select of one table Drizzle leaves the table's name off its columns, also inside a subquery. */
export const customerName = (table: Table) => ({
  customerName: sql<string>`(SELECT c.name FROM customer c WHERE c.id = ${sql.raw(getTableName(table))}.customer_id)`,
});
