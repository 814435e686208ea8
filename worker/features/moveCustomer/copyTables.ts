import { and, inArray, lte, type SQL, sql } from "drizzle-orm";
import { recordOf } from "#domain/core/objects.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { isForeignKeyViolation } from "#worker/db/errors.ts";
import { jsonChunks } from "#worker/db/jsonChunks.ts";
import { fromJsonValue, isBytes, jsonPathSql, type StoredRow, toJsonRows } from "#worker/db/jsonRows.ts";
import { selectNumber } from "#worker/db/rows.ts";
import { capturedChange } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { captureStatements, type RowKey, readCapturedChanges } from "./changeCapture.ts";
import {
  clearMaskedColumns,
  columnListSql,
  type MovedTable,
  type Sequence,
  sequenceColumn,
  sequenceTables,
  stagingTableOf,
} from "./movedTables.ts";

/** The databases and customer of a move. */
export interface Move {
  customerId: number;
  source: Database;
  target: Database;
  tables: readonly MovedTable[];
  /** The offset added to the ids of each sequence. */
  offsets: Readonly<Record<Sequence, number>>;
}

export type Row = StoredRow;

/** Ids reserved for rows that the source creates during the move. */
const idReserve = 1_000_000;
export const rowsPerBatch = 2000;

/**
 * The id offsets that place the customer's rows after all existing ones in the target. New rows of other customers in the target
 * get ids after them, with headroom for rows that the source creates until the end.
 */
export async function reserveIdOffsets(
  { customerId, source, target }: Pick<Move, "customerId" | "source" | "target">,
  tables: readonly MovedTable[],
): Promise<Record<Sequence, number>> {
  const offsets = recordOf(sequenceTables, () => 0);
  for (const name of sequenceTables) {
    const column = sequenceColumn[name];
    const table = tables.find((candidate) => candidate.name === name);
    if (!table) throw new Error(`there is no table ${name}`);
    const number = (db: Database, aggregate: string, condition = "1") =>
      selectNumber(db, sql.raw(`SELECT ${aggregate}("${column}") FROM ${name} t WHERE ${condition}`));
    const highest = await number(source, "max");
    if (column === "rowid") {
      // This sequence may reuse ids, so the rows get negative ones, which are never assigned again and keep their order.
      offsets[name] = Math.min(0, await number(target, "min")) - highest - idReserve;
      continue;
    }
    const lowest = (await number(source, "min", table.ownerCondition("t", customerId))) || highest + 1;
    const lastSequence = sql`SELECT seq FROM sqlite_sequence WHERE name = ${name}`;
    const offset =
      Math.max(await number(target, "max"), await selectNumber(target, lastSequence)) + 1 - lowest;
    const newSequenceValue = Math.max(highest, await selectNumber(source, lastSequence)) + offset + idReserve;
    await batchIf(target, sql`1`, [
      statement(
        target,
        sql`INSERT INTO sqlite_sequence (name, seq) SELECT ${name}, 0 WHERE NOT EXISTS (${lastSequence})`,
      ),
      statement(target, sql`UPDATE sqlite_sequence SET seq = ${newSequenceValue} WHERE name = ${name}`),
    ]);
    offsets[name] = offset;
  }
  return offsets;
}

/** Maps a source row's ids to the target; with -1, a target row's to the source. */
export function remapIds(
  { sequencesByTable }: MovedTable,
  { offsets }: Move,
  row: Row,
  direction: 1 | -1 = 1,
): Row {
  const remap = { ...row };
  for (const [column, sequence] of Object.entries(sequencesByTable)) {
    const number = remap[column];
    if (typeof number === "number") remap[column] = number + direction * offsets[sequence];
  }
  return remap;
}

/** Maps the ids in a row's key. */
export function remapKey(table: MovedTable, move: Move, key: RowKey, direction: 1 | -1 = 1): RowKey {
  const row = Object.fromEntries(table.key.map((column, index) => [column, key[index] ?? null]));
  return rowKeyOf(table, remapIds(table, move, row, direction));
}

/** The values of a row's key. */
export const rowKeyOf = ({ key }: MovedTable, row: Row): RowKey => key.map((column) => row[column] ?? null);

/** Position in a table while copying: a rowid, or the last key of a table without one. */
export type RowCursor = number | RowKey;

export interface RowPage {
  rows: Row[];
  /** The position after the rows; null at the table's end. */
  next: RowCursor | null;
}

/** The customer's next rows in a table. Pages may be empty. */
export async function readNextRows(...args: Parameters<typeof readPage>): Promise<RowPage> {
  const page = await readPage(...args);
  // Gives way to other work: a database in the same process answers so fast that other calls would starve.
  if (page.next !== null || page.rows.length > 0) await scheduler.wait(0);
  return page;
}

async function readPage(
  db: Database,
  table: MovedTable,
  customerId: number,
  rowCursor: RowCursor,
): Promise<RowPage> {
  const { name, columns, key, hasRowid } = table;
  const ownedSql = sql.raw(table.ownerCondition("t", customerId));
  const from = sql`SELECT ${columnListSql(columns, "t")} FROM ${sql.raw(name)} t`;
  if (hasRowid) {
    const begin = Number(rowCursor);
    const last = await selectNumber(db, sql`SELECT max(rowid) FROM ${sql.raw(name)}`);
    const first = await selectNumber(db, sql`SELECT min(rowid) FROM ${sql.raw(name)} WHERE rowid > ${begin}`);
    if (begin >= last) return { rows: [], next: null };
    // Gaps between rowids may be wider than a page.
    const end = Math.max(first, begin + 1) + rowsPerBatch - 1;
    const rows = await db.all<Record<string, unknown>>(
      sql`${from} WHERE t.rowid > ${begin} AND t.rowid <= ${end} AND ${ownedSql} ORDER BY t.rowid`,
    );
    return { rows: toJsonRows(rows), next: end };
  }
  const afterCursorSql =
    typeof rowCursor === "number"
      ? sql`1`
      : sql`(${columnListSql(key, "t")}) > (${sql.join(
          rowCursor.map((value) => sql`${fromJsonValue(value)}`),
          sql`, `,
        )})`;
  const rows = toJsonRows(
    await db.all(
      sql`${from} WHERE ${ownedSql} AND ${afterCursorSql} ORDER BY ${columnListSql(key, "t")} LIMIT ${rowsPerBatch}`,
    ),
  );
  const last = rows.at(-1);
  return {
    rows,
    next: last && rows.length === rowsPerBatch ? rowKeyOf(table, last) : null,
  };
}

/** Before the first row, negative rowids included. */
export const firstRowid = Number.MIN_SAFE_INTEGER;

/** The pages of the customer's rows in a table. */
export async function* listPages(
  db: Database,
  table: MovedTable,
  customerId: number,
): AsyncGenerator<readonly Row[]> {
  for (let rowCursor: RowCursor | null = firstRowid; rowCursor !== null; ) {
    const page: RowPage = await readNextRows(db, table, customerId, rowCursor);
    yield page.rows;
    rowCursor = page.next;
  }
}

/** Position over several tables: the table's index, and the position in it. */
export interface TableCursor {
  table: number;
  after: RowCursor;
}

/**
 * Processes tables page by page from a cursor until the time is up.
 * @param work processes the page after a position of a table, and returns the next position
 * @returns the cursor to continue from, or null at the end
 */
export async function processPages<T>(
  tables: readonly T[],
  from: TableCursor,
  deadline: number,
  work: (table: T, rowCursor: RowCursor) => Promise<RowCursor | null>,
): Promise<TableCursor | null> {
  let { table: index, after } = from;
  for (let table = tables[index]; table; table = tables[index]) {
    const next = await work(table, after);
    if (next === null) [index, after] = [index + 1, firstRowid];
    else after = next;
    if (Date.now() >= deadline) break;
  }
  return index < tables.length ? { table: index, after } : null;
}

/** Statements that insert rows into the target, or overwrite those with the same keys. */
function upsertStatements(db: Database, { name, columns, key }: MovedTable, rows: readonly Row[]) {
  const hasBytes = (column: string) => rows.some((row) => isBytes(row[column]));
  const valueExpressions = sql.raw(
    columns
      .map((column) => (hasBytes(column) ? jsonPathSql("j.value", `$.${column}`) : `j.value ->> '${column}'`))
      .join(", "),
  );
  const otherColumns = columns.filter((column) => !key.includes(column));
  const conflictAction: SQL =
    otherColumns.length === 0
      ? sql`NOTHING`
      : sql.raw(
          `UPDATE SET ${otherColumns.map((column) => `"${column}" = excluded."${column}"`).join(", ")}`,
        );
  return jsonChunks(rows).map((chunk) =>
    statement(
      db,
      sql`INSERT INTO ${sql.raw(name)} (${columnListSql(columns)}) SELECT ${valueExpressions} FROM json_each(${chunk}) j WHERE true
        ON CONFLICT (${columnListSql(key)}) DO ${conflictAction}`,
    ),
  );
}

const clearSelfReferences = ({ selfReferences }: MovedTable, rows: readonly Row[]): readonly Row[] =>
  selfReferences.length === 0
    ? rows
    : rows.map((row) => ({ ...row, ...Object.fromEntries(selfReferences.map((column) => [column, null])) }));

/**
 * Writes rows of the source into the target, replacing existing ones. References within a table are set once all its rows exist.
 * `early` leaves out the columns by which background work finds rows.
 */
export async function writeRows(
  move: Move,
  table: MovedTable,
  rows: readonly Row[],
  isEarly: boolean,
): Promise<void> {
  if (rows.length === 0) return;
  const { source, target } = move;
  const targetTable = stagingTableOf(table);
  const remap = (batchKeys: readonly Row[]) =>
    batchKeys.map((row) => remapIds(table, move, isEarly ? clearMaskedColumns(table, row) : row));
  await batchIf(
    target,
    sql`1`,
    upsertStatements(target, targetTable, clearSelfReferences(targetTable, remap(rows))),
  );
  const selfReferencingRows = rows.filter((row) =>
    targetTable.selfReferences.some((column) => row[column] !== null),
  );
  if (selfReferencingRows.length === 0) return;
  try {
    await batchIf(target, sql`1`, upsertStatements(target, targetTable, remap(selfReferencingRows)));
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    // The referenced row may come with a later page.
    await batchIf(
      source,
      sql`1`,
      captureStatements(
        source,
        table,
        selfReferencingRows.map((row) => rowKeyOf(table, row)),
      ),
    );
  }
}

/** The customer's rows with these keys. */
export async function readRowsByKey(
  db: Database,
  { name, columns, key, ownerCondition }: MovedTable,
  customerId: number,
  keys: readonly RowKey[],
): Promise<Row[]> {
  if (keys.length === 0) return [];
  const keysMatch = key
    .map((column, index) => `t."${column}" = ${jsonPathSql("j.value", `$[${index}]`)}`)
    .join(" AND ");
  return toJsonRows(
    await db.all(
      sql`SELECT ${columnListSql(columns, "t")} FROM json_each(${JSON.stringify(keys)}) j CROSS JOIN ${sql.raw(name)} t ON ${sql.raw(keysMatch)}
        WHERE ${sql.raw(ownerCondition("t", customerId))}`,
    ),
  );
}

async function removeRowsByKey(move: Move, table: MovedTable, keys: readonly RowKey[]): Promise<void> {
  const { target, customerId } = move;
  const { name, ownerCondition } = stagingTableOf(table);
  const targetKeys = keys.map((key) => remapKey(table, move, key));
  const values = table.key.map((_, index) => jsonPathSql("value", `$[${index}]`)).join(", ");
  await target.run(
    sql`DELETE FROM ${sql.raw(name)} WHERE (${columnListSql(table.key)}) IN (SELECT ${sql.raw(values)} FROM json_each(${JSON.stringify(targetKeys)}))
      AND ${sql.raw(ownerCondition(name, customerId))}`,
  );
}

/**
 * Applies the changes recorded at the source to the target: the current state of each changed row, once.
 * @param isEarly true to leave out the columns by which background work finds rows
 * @param tables whose changes are applied; others stay recorded
 * @returns the number of rows; 0 if nothing was left
 */
export async function applyCapturedChanges(
  move: Move,
  isEarly: boolean,
  tables = move.tables,
): Promise<number> {
  for (let attempt = 0; ; attempt += 1)
    try {
      return await applyChangesOnce(move, isEarly, tables);
    } catch (error) {
      // A row refers to one created since; both are recorded by now.
      if (attempt >= 5 || !isForeignKeyViolation(error)) throw error;
    }
}

async function applyChangesOnce(
  move: Move,
  isEarly: boolean,
  tables: readonly MovedTable[],
): Promise<number> {
  const { source, customerId } = move;
  const capturedChanges = await readCapturedChanges(source);
  let count = 0;
  const deletedRows: { table: MovedTable; keys: RowKey[] }[] = [];
  for (const table of tables) {
    const keys = capturedChanges.keys.get(table.name) ?? [];
    count += keys.length;
    for (let from = 0; from < keys.length; from += rowsPerBatch) {
      const batchKeys = keys.slice(from, from + rowsPerBatch);
      const rows = await readRowsByKey(source, table, customerId, batchKeys);
      const sourceKeys = new Set(rows.map((row) => JSON.stringify(rowKeyOf(table, row))));
      await writeRows(move, table, rows, isEarly);
      deletedRows.push({ table, keys: batchKeys.filter((key) => !sourceKeys.has(JSON.stringify(key))) });
    }
  }
  // Referencing rows are deleted before the rows they refer to.
  for (const { table, keys } of deletedRows.toReversed())
    if (keys.length > 0) await removeRowsByKey(move, table, keys);
  const tableNames = tables.map(({ name }) => name);
  await source
    .delete(capturedChange)
    .where(
      and(lte(capturedChange.id, capturedChanges.deadline), inArray(capturedChange.tableName, tableNames)),
    );
  return count;
}
