import { createHash } from "node:crypto";
import { lte, sql } from "drizzle-orm";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import { capturedChange } from "#worker/db/schema/index.ts";
import { captureStatements, type RowKey, readCapturedChanges } from "./changeCapture.ts";
import {
  firstRowid,
  forEachPage,
  keyOf,
  type Move,
  nextRows,
  type Row,
  remapIds,
  remapKey,
  rowsOfKeys,
  rowsPerBatch,
  type TableCursor,
} from "./copyTables.ts";
import { type MovedTable, stagingTable, withoutMasked } from "./movedTables.ts";

/*
 * Compares a customer's rows in source and target while customers keep working: the target records writes from the start, so
 * writing only has to stop while the last changed rows are compared again.
 */

/** The number of rows in a table and their checksum: 64 bits of the SHA-256 of each row, added up regardless of order. */
export interface TableSum {
  rows: number;
  sum: string;
}
export type Sums = Record<string, TableSum>;

const textOf = (columns: readonly string[], row: Row): string =>
  JSON.stringify(columns.map((column) => row[column]));

/** Adds rows, given as texts, to a sum. */
function addRows(texts: readonly string[], to: TableSum | undefined): TableSum {
  let sum = BigInt(`0x${to?.sum ?? "0"}`);
  for (const text of texts)
    sum = BigInt.asUintN(64, sum + createHash("sha256").update(text).digest().readBigUInt64BE(0));
  return { rows: (to?.rows ?? 0) + texts.length, sum: sum.toString(16) };
}

/** The table reduced to its keys. */
const keysOnly = (table: MovedTable): MovedTable => ({ ...table, columns: table.key });

/**
 * The target's keys of rows that differ between source and target; rows missing in both are equal.
 * @param early true while background work must not find the rows at the target yet
 */
async function differingKeys(
  move: Move,
  table: MovedTable,
  keys: readonly RowKey[],
  early: boolean,
  knownRows?: readonly Row[],
): Promise<RowKey[]> {
  const { source, target, customerId } = move;
  const texts = (rows: readonly Row[]) =>
    new Map(rows.map((row) => [JSON.stringify(keyOf(table, row)), textOf(table.columns, row)]));
  const queriedKeys = knownRows ? [] : keys.map((key) => remapKey(table, move, key, -1));
  const rows = knownRows ?? (await rowsOfKeys(source, table, customerId, queriedKeys));
  const sourceTexts = texts(
    rows.map((row) => remapIds(table, move, early ? withoutMasked(table, row) : row)),
  );
  // Read last, because changes at the target are recorded.
  const targetTexts = texts(await rowsOfKeys(target, stagingTable(table), customerId, keys));
  return keys.filter((key) => sourceTexts.get(JSON.stringify(key)) !== targetTexts.get(JSON.stringify(key)));
}

/**
 * Compares the rows of all tables from a cursor until the time is up: each row of the source with the target's, then looks for
 * rows only in the target. Differences are recorded there and compared again.
 * @returns the cursor to continue from, or null at the end; and the sums of the source's rows so far
 */
export async function compareRows(
  move: Move,
  from: TableCursor & { sums: Sums },
  until: number,
): Promise<{ cursor: TableCursor | null; sums: Sums }> {
  const { source, target, customerId } = move;
  const sums = { ...from.sums };
  const passes = move.tables.flatMap((table) => [
    { table, forth: true },
    { table: keysOnly(table), forth: false },
  ]);
  const position = await forEachPage(passes, from, until, async ({ table, forth }, after) => {
    const { rows, next } = await (forth
      ? nextRows(source, table, customerId, after)
      : nextRows(target, stagingTable(table), customerId, after));
    const moved = forth ? rows.map((row) => remapIds(table, move, row)) : rows;
    const keys = moved.map((row) => keyOf(table, row));
    const different = await differingKeys(move, table, keys, true, forth ? rows : undefined);
    if (different.length > 0)
      await batchIf(target, sql`1`, captureStatements(target, stagingTable(table), different));
    if (forth)
      sums[table.name] = addRows(
        moved.map((row) => textOf(table.columns, row)),
        after === firstRowid ? undefined : sums[table.name],
      );
    return next;
  });
  return { cursor: position, sums };
}

/**
 * Compares again the rows recorded at the target, and keeps recording those that differ, because the source may have changed in
 * between.
 * @param isFull true if rows must be equal in all columns
 * @returns the tables of rows that differ
 */
export async function compareCaptured(move: Move, isFull: boolean): Promise<string[]> {
  const { target } = move;
  const { until, keys: noted } = await readCapturedChanges(target);
  if (until === 0) return [];
  const left: { table: MovedTable; keys: RowKey[] }[] = [];
  for (const table of move.tables) {
    const keys = noted.get(stagingTable(table).name) ?? [];
    for (let index = 0; index < keys.length; index += rowsPerBatch) {
      const different = await differingKeys(move, table, keys.slice(index, index + rowsPerBatch), !isFull);
      if (different.length > 0) left.push({ table, keys: different });
    }
  }
  await batchIf(target, sql`1`, [
    target.delete(capturedChange).where(lte(capturedChange.id, until)),
    ...left.flatMap(({ table, keys }) => captureStatements(target, stagingTable(table), keys)),
  ]);
  return left.map(({ table }) => table.name);
}
