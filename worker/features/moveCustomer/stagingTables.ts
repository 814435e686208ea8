import { sql } from "drizzle-orm";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { selectNumber } from "#worker/db/rows.ts";
import { statement } from "#worker/db/statement.ts";
import type { Move } from "./copyTables.ts";
import { columnListSql, type MovedTable, stagingTableOf } from "./movedTables.ts";
import { removeCustomerRows } from "./removeRows.ts";

/*
 * Rows that background work acts on wait in staging tables at the target: they are copied and compared there while customers keep
 * working, and published while writes are stopped, without leaving the database.
 */

const listStagedTables = (tables: readonly MovedTable[]) => tables.filter(({ isStaged }) => isStaged);

/** Recreates the staging tables, empty. */
export async function createStagingTables(target: Database, tables: readonly MovedTable[]): Promise<void> {
  await dropStagingTables(target, tables);
  await batchIf(
    target,
    sql`1`,
    listStagedTables(tables).flatMap((table) => {
      const { name } = stagingTableOf(table);
      return [
        statement(target, sql.raw(`CREATE TABLE ${name} AS SELECT * FROM ${table.name} WHERE 0`)),
        statement(
          target,
          sql`CREATE UNIQUE INDEX ${sql.raw(`${name}_key ON ${name}`)} (${columnListSql(table.key)})`,
        ),
      ];
    }),
  );
}

/** Idempotent. */
export const dropStagingTables = (target: Database, tables: readonly MovedTable[]): Promise<unknown> =>
  batchIf(
    target,
    sql`1`,
    listStagedTables(tables).map((table) =>
      statement(target, sql.raw(`DROP TABLE IF EXISTS ${stagingTableOf(table).name}`)),
    ),
  );

/** Rows published per statement: a D1 statement is limited to 30 seconds, and other calls need time in between. */
const rowsPerInsert = 10_000;

/**
 * Publishes the staged rows. Idempotent.
 * @param renew is called between tables
 * @throws Error naming a table that does not have exactly those rows afterwards
 */
export async function publishStagedRows(move: Move, renew: () => Promise<void>): Promise<void> {
  const { target, customerId } = move;
  const tables = listStagedTables(move.tables);
  // Leftovers of an interrupted attempt.
  await removeCustomerRows(target, move, tables);
  for (const table of tables) {
    const { name: stagingName } = stagingTableOf(table);
    const { name, columns, key, ownerCondition } = table;
    const last = await selectNumber(target, sql.raw(`SELECT max(rowid) FROM ${stagingName}`));
    for (let from = 0; from < last; from += rowsPerInsert)
      await target.run(
        sql`INSERT INTO ${sql.raw(name)} (${columnListSql(columns)}) SELECT ${columnListSql(columns)} FROM ${sql.raw(stagingName)}
          WHERE rowid > ${from} AND rowid <= ${from + rowsPerInsert} ORDER BY rowid`,
      );
    const keysMatch = (columns: readonly string[]) =>
      sql.raw(columns.map((column) => `t."${column}" IS w."${column}"`).join(" AND "));
    const [publishedCount, stagedCount, equalCount] = await Promise.all([
      selectNumber(
        target,
        sql.raw(`SELECT count(*) FROM ${name} t WHERE ${ownerCondition("t", customerId)}`),
      ),
      selectNumber(target, sql.raw(`SELECT count(*) FROM ${stagingName}`)),
      selectNumber(
        target,
        sql`SELECT count(*) FROM ${sql.raw(stagingName)} w CROSS JOIN ${sql.raw(name)} t ON ${keysMatch(key)} WHERE ${keysMatch(columns)}`,
      ),
    ]);
    if (publishedCount !== stagedCount || equalCount !== stagedCount)
      throw new Error(
        `${name} differs: ${stagedCount} rows staged, ${publishedCount} rows published, ${equalCount} of them equal`,
      );
    await renew();
  }
}
