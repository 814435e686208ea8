import { and, inArray, lte, type SQL, sql } from "drizzle-orm";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { foreignKeyViolation } from "#worker/db/errors.ts";
import { jsonChunks } from "#worker/db/jsonChunks.ts";
import { fromJsonValue, isBytes, jsonPathSql, type StoredRow, toJsonRows } from "#worker/db/jsonRows.ts";
import { numberOf } from "#worker/db/rows.ts";
import { capturedChange } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { captureStatements, type RowKey, readCapturedChanges } from "./changeCapture.ts";
import {
  columnsOf,
  type MovedTable,
  type Sequence,
  sequenceColumn,
  sequenceTables,
  stagingTable,
  withoutMasked,
} from "./movedTables.ts";

/** What a move is between. */
export interface Move {
  customerId: number;
  source: Database;
  target: Database;
  tables: readonly MovedTable[];
  /** How far the numbers of each sequence move. */
  offsets: Readonly<Record<Sequence, number>>;
}

export type Row = StoredRow;

/** Numbers of new rows that the source may give while its rows are copied. */
const idHeadroom = 1_000_000;
export const rowsPerBatch = 2000;

/**
 * How far numbers move, so that those of the customer's rows come behind all there are in the target. What the target gives to new rows of
 * others begins behind them again, with room for what the source makes until the end.
 */
export async function offsetsOf(
  { customerId, source, target }: Pick<Move, "customerId" | "source" | "target">,
  tables: readonly MovedTable[],
): Promise<Record<Sequence, number>> {
  const offsets: Partial<Record<Sequence, number>> = {};
  for (const name of sequenceTables) {
    const column = sequenceColumn[name];
    const table = tables.find((one) => one.name === name);
    if (!table) throw new Error(`there is no table ${name}`);
    const number = (db: Database, of: string, where = "1") =>
      numberOf(db, sql.raw(`SELECT ${of}("${column}") FROM ${name} t WHERE ${where}`));
    const highest = await number(source, "max");
    if (column === "rowid") {
      // Nothing remembers the numbers that were given: negative ones are never given again, and sort as they did.
      offsets[name] = Math.min(0, await number(target, "min")) - highest - idHeadroom;
      continue;
    }
    const lowest = (await number(source, "min", table.mine("t", customerId))) || highest + 1;
    const given = sql`SELECT seq FROM sqlite_sequence WHERE name = ${name}`;
    const offset = Math.max(await number(target, "max"), await numberOf(target, given)) + 1 - lowest;
    const behind = Math.max(highest, await numberOf(source, given)) + offset + idHeadroom;
    await batchIf(target, sql`1`, [
      statement(
        target,
        sql`INSERT INTO sqlite_sequence (name, seq) SELECT ${name}, 0 WHERE NOT EXISTS (${given})`,
      ),
      statement(target, sql`UPDATE sqlite_sequence SET seq = ${behind} WHERE name = ${name}`),
    ]);
    offsets[name] = offset;
  }
  return offsets as Record<Sequence, number>;
}

/** A row of the source with the numbers that it has in the target; with -1, one of the target with those of the source. */
export function remapIds({ sequences }: MovedTable, { offsets }: Move, row: Row, way: 1 | -1 = 1): Row {
  const moved = { ...row };
  for (const [column, sequence] of Object.entries(sequences)) {
    const number = moved[column];
    if (typeof number === "number") moved[column] = number + way * offsets[sequence];
  }
  return moved;
}

/** The same of a key. */
export function remapKey(table: MovedTable, move: Move, key: RowKey, way: 1 | -1 = 1): RowKey {
  const row = Object.fromEntries(table.key.map((column, index) => [column, key[index] ?? null]));
  return keyOf(table, remapIds(table, move, row, way));
}

/** The values of a row's key. */
export const keyOf = ({ key }: MovedTable, row: Row): RowKey => key.map((column) => row[column] ?? null);

/** Where the copying of a table has come to: a rowid, or the last key of a table without. */
export type RowCursor = number | RowKey;

export interface RowPage {
  rows: Row[];
  /** The place behind them; null at the table's end. */
  next: RowCursor | null;
}

/** The next rows of a table that are the customer's. Pages may be empty. */
export async function nextRows(...asked: Parameters<typeof pageOf>): Promise<RowPage> {
  const page = await pageOf(...asked);
  // Lets others in: a database in the same process answers so soon that their calls would not even be read.
  if (page.next !== null || page.rows.length > 0) await scheduler.wait(0);
  return page;
}

async function pageOf(
  db: Database,
  table: MovedTable,
  customerId: number,
  after: RowCursor,
): Promise<RowPage> {
  const { name, columns, key, numbered } = table;
  const mine = sql.raw(table.mine("t", customerId));
  const from = sql`SELECT ${columnsOf(columns, "t")} FROM ${sql.raw(name)} t`;
  if (numbered) {
    const begin = Number(after);
    const last = await numberOf(db, sql`SELECT max(rowid) FROM ${sql.raw(name)}`);
    const first = await numberOf(db, sql`SELECT min(rowid) FROM ${sql.raw(name)} WHERE rowid > ${begin}`);
    if (begin >= last) return { rows: [], next: null };
    // A database holds gaps that are wider than a page.
    const end = Math.max(first, begin + 1) + rowsPerBatch - 1;
    const rows = await db.all<Record<string, unknown>>(
      sql`${from} WHERE t.rowid > ${begin} AND t.rowid <= ${end} AND ${mine} ORDER BY t.rowid`,
    );
    return { rows: toJsonRows(rows), next: end };
  }
  const behind =
    after === firstRowid
      ? sql`1`
      : sql`(${columnsOf(key, "t")}) > (${sql.join(
          (after as RowKey).map((value) => sql`${fromJsonValue(value)}`),
          sql`, `,
        )})`;
  const rows = toJsonRows(
    await db.all(
      sql`${from} WHERE ${mine} AND ${behind} ORDER BY ${columnsOf(key, "t")} LIMIT ${rowsPerBatch}`,
    ),
  );
  const last = rows.at(-1);
  return {
    rows,
    next: last && rows.length === rowsPerBatch ? keyOf(table, last) : null,
  };
}

/** Before the first row, negative rowids included. */
export const firstRowid = Number.MIN_SAFE_INTEGER;

/** The pages of a table that are the customer's. */
export async function* pagesOf(
  db: Database,
  table: MovedTable,
  customerId: number,
): AsyncGenerator<readonly Row[]> {
  for (let after: RowCursor | null = firstRowid; after !== null; ) {
    const page: RowPage = await nextRows(db, table, customerId, after);
    yield page.rows;
    after = page.next;
  }
}

/** Where the work on several tables has come to: the place in one of them, by its number. */
export interface TableCursor {
  table: number;
  after: RowCursor;
}

/**
 * Goes through tables page by page from a place on, until the time is over.
 * @param work does the page behind a place of a table, and returns the place behind that
 * @returns where to go on, or null behind the last row
 */
export async function forEachPage<T>(
  tables: readonly T[],
  from: TableCursor,
  until: number,
  work: (table: T, after: RowCursor) => Promise<RowCursor | null>,
): Promise<TableCursor | null> {
  let { table: index, after } = from;
  for (let table = tables[index]; table; table = tables[index]) {
    const next = await work(table, after);
    if (next === null) [index, after] = [index + 1, firstRowid];
    else after = next;
    if (Date.now() >= until) break;
  }
  return index < tables.length ? { table: index, after } : null;
}

/** Statements that write rows over those of the same keys in the target. */
function upsert(db: Database, { name, columns, key }: MovedTable, rows: readonly Row[]) {
  const bytes = (column: string) => rows.some((row) => isBytes(row[column]));
  const read = sql.raw(
    columns
      .map((column) => (bytes(column) ? jsonPathSql("j.value", `$.${column}`) : `j.value ->> '${column}'`))
      .join(", "),
  );
  const others = columns.filter((column) => !key.includes(column));
  const change: SQL =
    others.length === 0
      ? sql`NOTHING`
      : sql.raw(`UPDATE SET ${others.map((column) => `"${column}" = excluded."${column}"`).join(", ")}`);
  return jsonChunks(rows).map((piece) =>
    statement(
      db,
      sql`INSERT INTO ${sql.raw(name)} (${columnsOf(columns)}) SELECT ${read} FROM json_each(${piece}) j WHERE true
        ON CONFLICT (${columnsOf(key)}) DO ${change}`,
    ),
  );
}

const withoutSelfReferences = ({ own }: MovedTable, rows: readonly Row[]): readonly Row[] =>
  own.length === 0
    ? rows
    : rows.map((row) => ({ ...row, ...Object.fromEntries(own.map((one) => [one, null])) }));

/**
 * Writes rows of the source into the target, those that stand there already anew. References to rows of the same table follow when all of
 * them are there. `early` leaves out by what work in the background finds rows.
 */
export async function write(
  move: Move,
  table: MovedTable,
  rows: readonly Row[],
  early: boolean,
): Promise<void> {
  if (rows.length === 0) return;
  const { source, target } = move;
  const there = stagingTable(table);
  const moved = (some: readonly Row[]) =>
    some.map((row) => remapIds(table, move, early ? withoutMasked(table, row) : row));
  await batchIf(target, sql`1`, upsert(target, there, withoutSelfReferences(there, moved(rows))));
  const linked = rows.filter((row) => there.own.some((column) => row[column] !== null));
  if (linked.length === 0) return;
  try {
    await batchIf(target, sql`1`, upsert(target, there, moved(linked)));
  } catch (error) {
    if (!foreignKeyViolation(error)) throw error;
    // The row it refers to comes with a later page.
    await batchIf(
      source,
      sql`1`,
      captureStatements(
        source,
        table,
        linked.map((row) => keyOf(table, row)),
      ),
    );
  }
}

/** Rows by their keys, those that are the customer's. */
export async function rowsOfKeys(
  db: Database,
  { name, columns, key, mine }: MovedTable,
  customerId: number,
  keys: readonly RowKey[],
): Promise<Row[]> {
  if (keys.length === 0) return [];
  const same = key
    .map((column, index) => `t."${column}" = ${jsonPathSql("j.value", `$[${index}]`)}`)
    .join(" AND ");
  return toJsonRows(
    await db.all(
      sql`SELECT ${columnsOf(columns, "t")} FROM json_each(${JSON.stringify(keys)}) j CROSS JOIN ${sql.raw(name)} t ON ${sql.raw(same)}
        WHERE ${sql.raw(mine("t", customerId))}`,
    ),
  );
}

async function remove(move: Move, table: MovedTable, keys: readonly RowKey[]): Promise<void> {
  const { target, customerId } = move;
  const { name, mine } = stagingTable(table);
  const there = keys.map((key) => remapKey(table, move, key));
  const values = table.key.map((_, index) => jsonPathSql("value", `$[${index}]`)).join(", ");
  await target.run(
    sql`DELETE FROM ${sql.raw(name)} WHERE (${columnsOf(table.key)}) IN (SELECT ${sql.raw(values)} FROM json_each(${JSON.stringify(there)}))
      AND ${sql.raw(mine(name, customerId))}`,
  );
}

/**
 * Brings what was noted at the source to the target: rows as they are now, each once however often it changed.
 * @param early whether that is left out by which work in the background finds rows
 * @param tables of which it is brought; what was noted of others stays noted
 * @returns how many rows; 0 when nothing was left
 */
export async function applyCapturedChanges(
  move: Move,
  early: boolean,
  tables = move.tables,
): Promise<number> {
  for (let tries = 0; ; tries += 1)
    try {
      return await applyChangesOnce(move, early, tables);
    } catch (error) {
      // A row refers to one that was made since: both are noted by now.
      if (tries >= 5 || !foreignKeyViolation(error)) throw error;
    }
}

async function applyChangesOnce(move: Move, early: boolean, tables: readonly MovedTable[]): Promise<number> {
  const { source, customerId } = move;
  const noted = await readCapturedChanges(source);
  let taken = 0;
  const gone: { table: MovedTable; keys: RowKey[] }[] = [];
  for (const table of tables) {
    const keys = noted.keys.get(table.name) ?? [];
    taken += keys.length;
    for (let from = 0; from < keys.length; from += rowsPerBatch) {
      const some = keys.slice(from, from + rowsPerBatch);
      const rows = await rowsOfKeys(source, table, customerId, some);
      const here = new Set(rows.map((row) => JSON.stringify(keyOf(table, row))));
      await write(move, table, rows, early);
      gone.push({ table, keys: some.filter((key) => !here.has(JSON.stringify(key))) });
    }
  }
  // What refers to a row goes before it.
  for (const { table, keys } of gone.toReversed()) if (keys.length > 0) await remove(move, table, keys);
  const done = tables.map(({ name }) => name);
  await source
    .delete(capturedChange)
    .where(and(lte(capturedChange.id, noted.until), inArray(capturedChange.tableName, done)));
  return taken;
}
