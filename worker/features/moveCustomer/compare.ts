import { createHash } from "node:crypto";
import type { Database } from "../../db/database";
import { beginning, type Move, nextRows, type Place, type Row, shifted } from "./copy";
import type { MovedTable } from "./tables";

/** How many rows a table has and a sum over all of them: 64 bits of the SHA-256 of each, added up, whatever their order. */
export interface Sum {
  rows: number;
  sum: string;
}

async function sumOf(
  db: Database,
  table: MovedTable,
  customerId: number,
  as: (row: Row) => Row,
): Promise<Sum> {
  let [rows, sum] = [0, 0n];
  let after: Place = beginning;
  for (;;) {
    const page = await nextRows(db, table, customerId, after);
    for (const row of page.rows) {
      const read = as(row);
      const text = JSON.stringify(table.columns.map((column) => read[column]));
      sum = BigInt.asUintN(64, sum + createHash("sha256").update(text).digest().readBigUInt64BE(0));
    }
    rows += page.rows.length;
    if (page.next === null) return { rows, sum: sum.toString(16) };
    after = page.next;
  }
}

/**
 * Compares all rows of a customer at both places.
 * @param beat is called between tables
 * @throws Error naming the first table in which they differ
 */
export async function compare(move: Move, beat: () => Promise<void>): Promise<Record<string, Sum>> {
  const { source, target, tables, customerId } = move;
  const sums: Record<string, Sum> = {};
  for (const table of tables) {
    const [here, there] = await Promise.all([
      sumOf(source, table, customerId, (row) => shifted(table, move, row)),
      sumOf(target, table, customerId, (row) => row),
    ]);
    if (here.rows !== there.rows || here.sum !== there.sum)
      throw new Error(`${table.name} differs: ${here.rows} rows here, ${there.rows} there`);
    sums[table.name] = here;
    await beat();
  }
  return sums;
}
