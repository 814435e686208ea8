import { sql } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import type { Move } from "./copyTables.ts";

/** Rows deleted per statement. */
export const rowsPerDelete = 5000;

/** Removes a customer's rows, children first; their triggers must be suspended. Objects in storage stay. */
export async function removeCustomerRows(
  db: Database,
  { customerId }: Pick<Move, "customerId">,
  tables: Move["tables"],
): Promise<void> {
  for (const { name, ownerCondition, isShared, hasRowid, key } of tables.toReversed()) {
    if (isShared) continue;
    const keyExpression = hasRowid
      ? sql`rowid`
      : sql.raw(`(${key.map((column) => `"${column}"`).join(", ")})`);
    const keyColumns = hasRowid ? sql`rowid` : sql.raw(key.map((column) => `"${column}"`).join(", "));
    for (;;) {
      const { meta } = await db.run(
        sql`DELETE FROM ${sql.raw(name)} WHERE ${keyExpression} IN
          (SELECT ${keyColumns} FROM ${sql.raw(name)} WHERE ${sql.raw(ownerCondition(name, customerId))} LIMIT ${rowsPerDelete})`,
      );
      if (meta.changes === 0) break;
    }
  }
}
