import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "#worker/db/schema/index.ts";
import { byteColumnsOf } from "../support/tableRows.ts";
import type { Rows, Value } from "./site.ts";

/** A table in a copy. */
export interface Table {
  name: string;
  columns: string[];
  /** Blob columns, written to JSON as SQL literals: `X'00FF'`. */
  bytes: string[];
  /** Primary key columns; rows are read in this order. */
  key: string[];
  /** Columns that reference the same table; set once all rows are inserted. */
  selfReferences: string[];
}

/** Tables not copied: the queue of the search index is rebuilt from rows, and the list of migrations is in the manifest. */
const excludedTables = new Set(["search_pending", "d1_migrations"]);

const byteColumns = new Map<string, ReadonlySet<string>>(
  Object.values(schema)
    .filter((table) => is(table, SQLiteTable))
    .map((table) => [getTableName(table), new Set(byteColumnsOf(table))]),
);

/** All tables to copy, each after the tables it references. */
export async function listTables(rows: Rows): Promise<Table[]> {
  const masterRows = await rows.all("SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name");
  const virtualTables = masterRows
    .filter(({ sql }) => /^CREATE VIRTUAL/i.test(String(sql)))
    .map(({ name }) => String(name));
  // The staging tables of a customer's move hold copies.
  const isCopied = (name: string) =>
    !/^(sqlite_|_cf_|moving_)/.test(name) &&
    !excludedTables.has(name) &&
    !virtualTables.some(
      (index) => name === index || (name.startsWith(`${index}_`) && isShadowTable(name, index)),
    );
  const names = masterRows.map(({ name }) => String(name)).filter(isCopied);
  const tables = JSON.stringify(names);
  const allColumns = await rows.all(
    'SELECT t.value AS "tableName", p.name, p.type, p.pk FROM json_each(?) t JOIN pragma_table_info(t.value) p ORDER BY t.key, p.cid',
    [tables],
  );
  const allReferences = await rows.all(
    'SELECT t.value AS "tableName", p."table" AS target, p."from" AS source FROM json_each(?) t JOIN pragma_foreign_key_list(t.value) p',
    [tables],
  );
  const nodes: { table: Table; after: string[] }[] = [];
  for (const name of names) {
    const columns = allColumns.filter(({ tableName }) => tableName === name);
    const references = allReferences.filter(({ tableName }) => tableName === name);
    const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
    const keyNames = key.length > 0 ? key.map((column) => String(column.name)) : ["rowid"];
    nodes.push({
      table: {
        name,
        // Tables without a primary key are keyed by rowid, which is copied as well.
        columns: [...columns.map((column) => String(column.name)), ...(key.length > 0 ? [] : ["rowid"])],
        bytes: columns
          .map((column) => String(column.name))
          .filter((column) => byteColumns.get(name)?.has(column)),
        key: keyNames,
        selfReferences: [
          ...new Set(
            references
              .filter(({ target }) => target === name)
              .map(({ source }) => String(source))
              .filter((source) => source !== "customer_id" && !keyNames.includes(source)),
          ),
        ],
      },
      after: references.map(({ target }) => String(target)).filter((target) => target !== name),
    });
  }
  return sortByReferences(nodes);
}

/** FTS5's shadow tables of an index. */
const isShadowTable = (name: string, index: string): boolean =>
  ["data", "idx", "content", "docsize", "config"].includes(name.slice(index.length + 1));

function sortByReferences(nodes: readonly { table: Table; after: string[] }[]): Table[] {
  const tablesByName = new Map<string, Table>();
  for (let pending = [...nodes]; pending.length > 0; ) {
    const ready = pending.filter(({ after: dependencies }) =>
      dependencies.every((name) => tablesByName.has(name)),
    );
    if (ready.length === 0)
      throw new Error(
        `these tables refer to each other: ${pending.map(({ table }) => table.name).join(", ")}`,
      );
    for (const { table } of ready) tablesByName.set(table.name, table);
    pending = pending.filter(({ table }) => !tablesByName.has(table.name));
  }
  return [...tablesByName.values()];
}

const quoteName = (name: string) => `"${name}"`;

/**
 * SQL that reads a column in a form JSON can hold: bytes as hex, integers beyond JavaScript's range as text, which SQLite
 * converts back.
 */
const readExpression = ({ bytes }: Table, column: string): string => {
  const name = quoteName(column);
  if (bytes.includes(column)) return `iif(typeof(${name}) = 'blob', quote(${name}), ${name}) AS ${name}`;
  return `iif(typeof(${name}) = 'integer' AND abs(${name}) > 9007199254740991, CAST(${name} AS TEXT), ${name}) AS ${name}`;
};

/** SQL that reverses `readExpression`. */
const writeExpression = ({ bytes }: Table, column: string, value: string): string =>
  bytes.includes(column)
    ? `iif(${value} GLOB 'X''*''', unhex(substr(${value}, 3, length(${value}) - 3)), ${value})`
    : value;

/** Names of the tables that have rows. */
export async function tablesWithRows(
  rows: Rows,
  tables: readonly Pick<Table, "name">[],
): Promise<Set<string>> {
  const nonEmptyTables = new Set<string>();
  for (let start = 0; start < tables.length; start += 50) {
    const batch = tables.slice(start, start + 50);
    const exist = batch.map(({ name }) => `EXISTS (SELECT 1 FROM ${quoteName(name)}) AS ${quoteName(name)}`);
    const [row = {}] = await rows.all(`SELECT ${exist.join(", ")}`);
    for (const { name } of batch) if (row[name] === 1) nonEmptyTables.add(name);
  }
  return nonEmptyTables;
}

const rowsPerPage = 1000;

/** Yields a table's rows in key order, each as its values in column order, with bytes as text (`readExpression`). */
export async function* rowsIn(rows: Rows, table: Table): AsyncGenerator<Value[]> {
  const key = table.key.map(quoteName).join(", ");
  let lastKey: Value[] | null = null;
  for (;;) {
    const whereClause: string = lastKey
      ? `WHERE (${key}) > (${table.key.map((column, index) => writeExpression(table, column, `?${index + 1}`)).join(", ")})`
      : "";
    const page = await rows.all(
      `SELECT ${table.columns.map((column) => readExpression(table, column)).join(", ")} FROM ${quoteName(table.name)} ${whereClause} ORDER BY ${key} LIMIT ${rowsPerPage}`,
      lastKey ?? [],
    );
    const value = (row: (typeof page)[number], column: string): Value => {
      const columnValue = row[column] ?? null;
      if (Array.isArray(columnValue)) throw new TypeError(`${table.name}.${column} was read as bytes`);
      return columnValue;
    };
    for (const row of page) yield table.columns.map((column) => value(row, column));
    const last = page.at(-1);
    if (page.length < rowsPerPage || !last) return;
    lastKey = table.key.map((column) => value(last, column));
  }
}

/** Maximum characters of JSON per statement: D1 accepts values of 2 MB. */
const maxStatementCharacters = 500_000;

/** Inserts rows as read by `rowsIn`. Rows whose foreign keys fail are passed to `onRefused`. */
export async function writeRows(
  rows: Rows,
  table: Table,
  values: AsyncIterable<Value[]>,
  onRefused: (row: Value[]) => void,
): Promise<void> {
  const valueAt = (column: string, index: number) => writeExpression(table, column, `(value ->> ${index})`);
  const insert = `INSERT INTO ${quoteName(table.name)} (${table.columns.map(quoteName).join(", ")}) SELECT ${table.columns
    .map((column, index) => (table.selfReferences.includes(column) ? "NULL" : valueAt(column, index)))
    .join(", ")} FROM json_each(?)`;
  const write = async (batch: readonly Value[][]): Promise<void> => {
    try {
      await rows.all(insert, [JSON.stringify(batch)]);
    } catch (error) {
      if (!/FOREIGN KEY/.test(String(error))) throw error;
      const [row, ...rest] = batch;
      if (row && rest.length === 0) return onRefused(row);
      const half = batch.length >> 1;
      await write(batch.slice(0, half));
      await write(batch.slice(half));
    }
  };
  await runInBatches(values, write);
}

/** Sets the columns that reference the same table, once all of its rows are inserted. */
export async function linkRows(rows: Rows, table: Table, values: AsyncIterable<Value[]>): Promise<void> {
  if (table.selfReferences.length === 0) return;
  const index = (column: string) => table.columns.indexOf(column);
  const valueAt = (column: string) => writeExpression(table, column, `(j.value ->> ${index(column)})`);
  const update = `UPDATE ${quoteName(table.name)} SET ${table.selfReferences
    .map((column) => `${quoteName(column)} = ${valueAt(column)}`)
    .join(", ")} FROM json_each(?) j WHERE ${table.key
    .map((column) => `${quoteName(table.name)}.${quoteName(column)} = ${valueAt(column)}`)
    .join(" AND ")}`;
  const rowsWithReferences = async function* () {
    for await (const row of values)
      if (table.selfReferences.some((column) => row[index(column)] !== null)) yield row;
  };
  await runInBatches(rowsWithReferences(), (batch) => rows.all(update, [JSON.stringify(batch)]));
}

async function runInBatches(
  values: AsyncIterable<Value[]>,
  run: (batch: readonly Value[][]) => Promise<unknown>,
): Promise<void> {
  let batch: Value[][] = [];
  let characters = 0;
  const flush = async () => {
    if (batch.length > 0) await run(batch);
    [batch, characters] = [[], 0];
  };
  for await (const row of values) {
    const { length } = JSON.stringify(row);
    if (characters + length > maxStatementCharacters) await flush();
    batch.push(row);
    characters += length + 1;
  }
  await flush();
}
