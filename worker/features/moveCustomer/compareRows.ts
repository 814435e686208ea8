import { createHash } from "node:crypto";
import { lte, sql } from "drizzle-orm";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import { capturedChange } from "#worker/db/schema/index.ts";
import { captureStatements, type RowKey, readCapturedChanges } from "./changeCapture.ts";
import {
  firstRowid,
  type Move,
  processPages,
  type Row,
  readNextRows,
  readRowsByKey,
  remapIds,
  remapKey,
  rowKeyOf,
  rowsPerBatch,
  type TableCursor,
} from "./copyTables.ts";
import { clearMaskedColumns, type MovedTable, stagingTableOf } from "./movedTables.ts";

/*
 * Compares a customer's rows in source and target while users keep working: the target records writes from the start, so writing
 * only has to stop while the last changed rows are compared again.
 */

/** The number of rows in a table and their checksum: 64 bits of the SHA-256 of each row, added up regardless of order. */
export interface TableChecksum {
  rows: number;
  sum: string;
}
export type ChecksumsByTable = Record<string, TableChecksum>;

const serializeRow = (columns: readonly string[], row: Row): string =>
  JSON.stringify(columns.map((column) => row[column]));

/** Adds serialized rows to a checksum. */
function addToChecksum(texts: readonly string[], checksum: TableChecksum | undefined): TableChecksum {
  let sum = BigInt(`0x${checksum?.sum ?? "0"}`);
  for (const text of texts)
    sum = BigInt.asUintN(64, sum + createHash("sha256").update(text).digest().readBigUInt64BE(0));
  return { rows: (checksum?.rows ?? 0) + texts.length, sum: sum.toString(16) };
}

/** The table reduced to its keys. */
const withKeysOnly = (table: MovedTable): MovedTable => ({ ...table, columns: table.key });

/**
 * The target's keys of rows that differ between source and target; rows missing in both are equal.
 * @param isEarly true while background work must not find the rows at the target yet
 */
async function findDifferingKeys(
  move: Move,
  table: MovedTable,
  keys: readonly RowKey[],
  isEarly: boolean,
  knownRows?: readonly Row[],
): Promise<RowKey[]> {
  const { source, target, customerId } = move;
  const serializeByKey = (rows: readonly Row[]) =>
    new Map(rows.map((row) => [JSON.stringify(rowKeyOf(table, row)), serializeRow(table.columns, row)]));
  const queriedKeys = knownRows ? [] : keys.map((key) => remapKey(table, move, key, -1));
  const rows = knownRows ?? (await readRowsByKey(source, table, customerId, queriedKeys));
  const sourceTexts = serializeByKey(
    rows.map((row) => remapIds(table, move, isEarly ? clearMaskedColumns(table, row) : row)),
  );
  // Read last, because changes at the target are recorded.
  const targetTexts = serializeByKey(await readRowsByKey(target, stagingTableOf(table), customerId, keys));
  return keys.filter((key) => sourceTexts.get(JSON.stringify(key)) !== targetTexts.get(JSON.stringify(key)));
}

/**
 * Compares the rows of all tables from a cursor until the time is up: each row of the source with the target's, then looks for
 * rows only in the target. Differences are recorded there and compared again.
 * @returns the cursor to continue from, or null at the end; and the sums of the source's rows so far
 */
export async function compareRows(
  move: Move,
  from: TableCursor & { sums: ChecksumsByTable },
  deadline: number,
): Promise<{ cursor: TableCursor | null; sums: ChecksumsByTable }> {
  const { source, target, customerId } = move;
  const sums = { ...from.sums };
  const comparePasses = move.tables.flatMap((table) => [
    { table, isSourceToTarget: true },
    { table: withKeysOnly(table), isSourceToTarget: false },
  ]);
  const position = await processPages(
    comparePasses,
    from,
    deadline,
    async ({ table, isSourceToTarget }, rowCursor) => {
      const { rows, next } = await (isSourceToTarget
        ? readNextRows(source, table, customerId, rowCursor)
        : readNextRows(target, stagingTableOf(table), customerId, rowCursor));
      const remappedRows = isSourceToTarget ? rows.map((row) => remapIds(table, move, row)) : rows;
      const keys = remappedRows.map((row) => rowKeyOf(table, row));
      const differentKeys = await findDifferingKeys(
        move,
        table,
        keys,
        true,
        isSourceToTarget ? rows : undefined,
      );
      if (differentKeys.length > 0)
        await batchIf(target, sql`1`, captureStatements(target, stagingTableOf(table), differentKeys));
      if (isSourceToTarget)
        sums[table.name] = addToChecksum(
          remappedRows.map((row) => serializeRow(table.columns, row)),
          rowCursor === firstRowid ? undefined : sums[table.name],
        );
      return next;
    },
  );
  return { cursor: position, sums };
}

/**
 * Compares again the rows recorded at the target, and keeps recording those that differ, because the source may have changed in
 * between.
 * @param isFull true if rows must be equal in all columns
 * @returns the tables of rows that differ
 */
export async function compareCapturedChanges(move: Move, isFull: boolean): Promise<string[]> {
  const { target } = move;
  const { deadline, keys: capturedKeys } = await readCapturedChanges(target);
  if (deadline === 0) return [];
  const remainingDifferences: { table: MovedTable; keys: RowKey[] }[] = [];
  for (const table of move.tables) {
    const keys = capturedKeys.get(stagingTableOf(table).name) ?? [];
    for (let index = 0; index < keys.length; index += rowsPerBatch) {
      const differentKeys = await findDifferingKeys(
        move,
        table,
        keys.slice(index, index + rowsPerBatch),
        !isFull,
      );
      if (differentKeys.length > 0) remainingDifferences.push({ table, keys: differentKeys });
    }
  }
  await batchIf(target, sql`1`, [
    target.delete(capturedChange).where(lte(capturedChange.id, deadline)),
    ...remainingDifferences.flatMap(({ table, keys }) =>
      captureStatements(target, stagingTableOf(table), keys),
    ),
  ]);
  return remainingDifferences.map(({ table }) => table.name);
}
