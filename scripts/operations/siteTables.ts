import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "#worker/db/schema/index.ts";
import { byteColumnsOf } from "../support/tableRows.ts";
import type { Rows, Value } from "./site.ts";

/** A table as its copies see it. */
export interface Table {
  name: string;
  columns: string[];
  /** Columns of bytes, which JSON has as SQL writes them: `X'00FF'`. */
  bytes: string[];
  /** Its primary key, in whose order its rows are read. */
  key: string[];
  /** Columns that refer to rows of the same table: written once all of them are there. */
  own: string[];
}

/**
 * What the rows of others are made of again: the search index and what waits for it. The migrations' own table says what the database is,
 * not what it holds.
 */
const derived = new Set(["search_pending", "d1_migrations"]);

const byteColumns = new Map<string, ReadonlySet<string>>(
  Object.values(schema)
    .filter((table) => is(table, SQLiteTable))
    .map((table) => [getTableName(table), new Set(byteColumnsOf(table))]),
);

/** All tables that have rows of their own, each after those that it refers to. */
export async function tablesOf(rows: Rows): Promise<Table[]> {
  const named = await rows.all("SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name");
  const virtual = named
    .filter(({ sql }) => /^CREATE VIRTUAL/i.test(String(sql)))
    .map(({ name }) => String(name));
  // Tables of a customer's move hold copies.
  const own = (name: string) =>
    !/^(sqlite_|_cf_|moving_)/.test(name) &&
    !derived.has(name) &&
    !virtual.some((index) => name === index || (name.startsWith(`${index}_`) && isShadow(name, index)));
  const names = named.map(({ name }) => String(name)).filter(own);
  const tables = JSON.stringify(names);
  const allColumns = await rows.all(
    'SELECT t.value AS "of", p.name, p.type, p.pk FROM json_each(?) t JOIN pragma_table_info(t.value) p ORDER BY t.key, p.cid',
    [tables],
  );
  const allReferences = await rows.all(
    'SELECT t.value AS "of", p."table" AS target, p."from" AS source FROM json_each(?) t JOIN pragma_foreign_key_list(t.value) p',
    [tables],
  );
  const found: { table: Table; after: string[] }[] = [];
  for (const name of names) {
    const columns = allColumns.filter(({ of }) => of === name);
    const references = allReferences.filter(({ of }) => of === name);
    const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
    const keyNames = key.length > 0 ? key.map((column) => String(column.name)) : ["rowid"];
    found.push({
      table: {
        name,
        // Where rows have no name but their number, that is kept too.
        columns: [...columns.map((column) => String(column.name)), ...(key.length > 0 ? [] : ["rowid"])],
        bytes: columns
          .map((column) => String(column.name))
          .filter((column) => byteColumns.get(name)?.has(column)),
        key: keyNames,
        own: [
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
  return ordered(found);
}

/** The tables that FTS5 keeps beside an index. */
const isShadow = (name: string, index: string): boolean =>
  ["data", "idx", "content", "docsize", "config"].includes(name.slice(index.length + 1));

function ordered(found: readonly { table: Table; after: string[] }[]): Table[] {
  const done = new Map<string, Table>();
  for (let left = [...found]; left.length > 0; ) {
    const ready = left.filter(({ after }) => after.every((name) => done.has(name)));
    if (ready.length === 0)
      throw new Error(`these tables refer to each other: ${left.map(({ table }) => table.name).join(", ")}`);
    for (const { table } of ready) done.set(table.name, table);
    left = left.filter(({ table }) => !done.has(table.name));
  }
  return [...done.values()];
}

const quoted = (name: string) => `"${name}"`;

/** A column as JSON can hold it: bytes as hex, integers beyond JavaScript's as text, which SQLite makes integers again. */
const readable = ({ bytes }: Table, column: string): string => {
  const name = quoted(column);
  if (bytes.includes(column)) return `iif(typeof(${name}) = 'blob', quote(${name}), ${name}) AS ${name}`;
  return `iif(typeof(${name}) = 'integer' AND abs(${name}) > 9007199254740991, CAST(${name} AS TEXT), ${name}) AS ${name}`;
};

/** The value of a column from what `readable` made of it. */
const restored = ({ bytes }: Table, column: string, value: string): string =>
  bytes.includes(column)
    ? `iif(${value} GLOB 'X''*''', unhex(substr(${value}, 3, length(${value}) - 3)), ${value})`
    : value;

/** Those of the tables that hold rows. */
export async function tablesWithRows(
  rows: Rows,
  tables: readonly Pick<Table, "name">[],
): Promise<Set<string>> {
  const filled = new Set<string>();
  for (let first = 0; first < tables.length; first += 50) {
    const some = tables.slice(first, first + 50);
    const exist = some.map(({ name }) => `EXISTS (SELECT 1 FROM ${quoted(name)}) AS ${quoted(name)}`);
    const [row = {}] = await rows.all(`SELECT ${exist.join(", ")}`);
    for (const { name } of some) if (row[name] === 1) filled.add(name);
  }
  return filled;
}

const perPage = 1000;

/** The rows of a table in the order of its key, each as its values in the order of the columns; `readable` leaves no bytes. */
export async function* rowsIn(rows: Rows, table: Table): AsyncGenerator<Value[]> {
  const key = table.key.map(quoted).join(", ");
  let after: Value[] | null = null;
  for (;;) {
    const where: string = after
      ? `WHERE (${key}) > (${table.key.map((column, index) => restored(table, column, `?${index + 1}`)).join(", ")})`
      : "";
    const page = await rows.all(
      `SELECT ${table.columns.map((column) => readable(table, column)).join(", ")} FROM ${quoted(table.name)} ${where} ORDER BY ${key} LIMIT ${perPage}`,
      after ?? [],
    );
    const value = (row: (typeof page)[number], column: string): Value => row[column] as Value;
    for (const row of page) yield table.columns.map((column) => value(row, column));
    const last = page.at(-1);
    if (page.length < perPage || !last) return;
    after = table.key.map((column) => value(last, column));
  }
}

/** Characters of JSON in one statement: D1 takes values of 2 MB. */
const maxStatementCharacters = 500_000;

/** Writes rows as they were read. Those that refer to what is not there are given to `refused`. */
export async function writeRows(
  rows: Rows,
  table: Table,
  values: AsyncIterable<Value[]>,
  refused: (row: Value[]) => void,
): Promise<void> {
  const at = (column: string, index: number) => restored(table, column, `(value ->> ${index})`);
  const insert = `INSERT INTO ${quoted(table.name)} (${table.columns.map(quoted).join(", ")}) SELECT ${table.columns
    .map((column, index) => (table.own.includes(column) ? "NULL" : at(column, index)))
    .join(", ")} FROM json_each(?)`;
  const write = async (some: readonly Value[][]): Promise<void> => {
    try {
      await rows.all(insert, [JSON.stringify(some)]);
    } catch (error) {
      if (!/FOREIGN KEY/.test(String(error))) throw error;
      const [only, ...more] = some;
      if (only && more.length === 0) return refused(only);
      const half = some.length >> 1;
      await write(some.slice(0, half));
      await write(some.slice(half));
    }
  };
  await inStatements(values, write);
}

/** Writes what rows of a table say of others of it, once all of them are there. */
export async function linkRows(rows: Rows, table: Table, values: AsyncIterable<Value[]>): Promise<void> {
  if (table.own.length === 0) return;
  const index = (column: string) => table.columns.indexOf(column);
  const at = (column: string) => restored(table, column, `(j.value ->> ${index(column)})`);
  const update = `UPDATE ${quoted(table.name)} SET ${table.own
    .map((column) => `${quoted(column)} = ${at(column)}`)
    .join(", ")} FROM json_each(?) j WHERE ${table.key
    .map((column) => `${quoted(table.name)}.${quoted(column)} = ${at(column)}`)
    .join(" AND ")}`;
  const linked = async function* () {
    for await (const row of values) if (table.own.some((column) => row[index(column)] !== null)) yield row;
  };
  await inStatements(linked(), (some) => rows.all(update, [JSON.stringify(some)]));
}

async function inStatements(
  values: AsyncIterable<Value[]>,
  run: (some: readonly Value[][]) => Promise<unknown>,
): Promise<void> {
  let some: Value[][] = [];
  let characters = 0;
  const flush = async () => {
    if (some.length > 0) await run(some);
    [some, characters] = [[], 0];
  };
  for await (const row of values) {
    const { length } = JSON.stringify(row);
    if (characters + length > maxStatementCharacters) await flush();
    some.push(row);
    characters += length + 1;
  }
  await flush();
}
