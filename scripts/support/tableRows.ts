import { type Column, getTableColumns, getTableName, is, SQL } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** How rows, typed by their table, become an INSERT: rows that leave out the same columns share one, so that the database's defaults apply. */
export interface Columns {
  /** The same for rows that share a statement. */
  key: string;
  /** `INSERT INTO "table" ("column", …)`. */
  into: string;
  /** Of the row, as the driver takes them. */
  values: unknown[];
}

export function columnsOf(table: SQLiteTable, row: object): Columns {
  const [names, values]: [string[], unknown[]] = [[], []];
  for (const { key, name, column } of namedColumns(table)) {
    const given = (row as Record<string, unknown>)[key];
    const value = given === undefined ? column.defaultFn?.() : given;
    if (value === undefined) continue;
    names.push(name);
    values.push(driverValue(column, value));
  }
  const key = names.join();
  return { key, into: `INSERT INTO "${getTableName(table)}" (${key})`, values };
}

/** The columns of a table that hold ids and digests, as bytes. */
export const byteColumnsOf = (table: SQLiteTable): string[] =>
  namedColumns(table)
    .filter(({ column }) => column.columnType === "SQLiteCustomColumn")
    .map(({ name }) => name.slice(1, -1));

interface Named {
  key: string;
  name: string;
  column: Column;
}

const known = new WeakMap<SQLiteTable, Named[]>();

function namedColumns(table: SQLiteTable): Named[] {
  let named = known.get(table);
  if (!named) {
    const columns = getTableColumns(table) as Record<string, Column>;
    named = Object.entries(columns).map(([key, column]) => ({
      key,
      name: `"${column.keyAsName ? toSnakeCase(key) : column.name}"`,
      column,
    }));
    known.set(table, named);
  }
  return named;
}

function driverValue(column: Column, value: unknown): unknown {
  if (value === null) return null;
  if (is(value, SQL)) throw new TypeError(`${column.name} takes a value, not an expression`);
  return column.mapToDriverValue(value);
}
