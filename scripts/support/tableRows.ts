import type { SQLInputValue } from "node:sqlite";
import { type Column, getTableColumns, getTableName, is, SQL } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** The INSERT for rows of a table: rows that omit the same columns share a statement, so that the database's defaults apply. */
export interface Columns {
  /** Equal for rows that share a statement. */
  key: string;
  /** `INSERT INTO "table" ("column", …)`. */
  insertClause: string;
  /** Values of the row as the driver accepts them. */
  values: SQLInputValue[];
}

export function columnsOf(table: SQLiteTable, row: object): Columns {
  const [names, values]: [string[], SQLInputValue[]] = [[], []];
  for (const { key, name, column } of namedColumns(table)) {
    const rowValue: unknown = Reflect.get(row, key);
    const value = rowValue === undefined ? column.defaultFn?.() : rowValue;
    if (value === undefined) continue;
    names.push(name);
    values.push(driverValue(column, value));
  }
  const key = names.join();
  return { key, insertClause: `INSERT INTO "${getTableName(table)}" (${key})`, values };
}

/** The columns that store ids and digests as bytes. */
export const byteColumnsOf = (table: SQLiteTable): string[] =>
  namedColumns(table)
    .filter(({ column }) => column.columnType === "SQLiteCustomColumn")
    .map(({ name }) => name.slice(1, -1));

interface NamedColumn {
  key: string;
  name: string;
  column: Column;
}

const columnCache = new WeakMap<SQLiteTable, NamedColumn[]>();

function namedColumns(table: SQLiteTable): NamedColumn[] {
  let columnNames = columnCache.get(table);
  if (!columnNames) {
    columnNames = Object.entries<Column>(getTableColumns(table)).map(([key, column]) => ({
      key,
      name: `"${column.keyAsName ? toSnakeCase(key) : column.name}"`,
      column,
    }));
    columnCache.set(table, columnNames);
  }
  return columnNames;
}

function driverValue(column: Column, value: unknown): SQLInputValue {
  if (value === null) return null;
  if (is(value, SQL)) throw new TypeError(`${column.name} requires a value, not an expression`);
  const result = column.mapToDriverValue(value);
  if (result === null || result instanceof Uint8Array) return result;
  if (typeof result === "string" || typeof result === "number" || typeof result === "bigint") return result;
  throw new TypeError(`${column.name} cannot store ${typeof result}`);
}
