import type { D1Database } from "@cloudflare/workers-types";
import { type Column, getTableColumns, getTableName, is, SQL } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { persistently } from "../support/persistently.ts";

/** Most rows in one bound text: D1 limits values to 2 MB. */
const rowsAtOnce = 400;

/**
 * Inserts rows, typed by their table, several hundred with one statement: D1 binds 100 parameters at most, but one of
 * them can be JSON. Rows that leave out the same columns share a statement, so that the database's defaults apply.
 */
export async function insert<T extends SQLiteTable>(
  db: D1Database,
  table: T,
  rows: readonly T["$inferInsert"][],
): Promise<void> {
  const columns = getTableColumns(table) as Record<string, Column>;
  const filled = rows.map((row) => withDefaults(columns, row as Record<string, unknown>));
  const alike = Map.groupBy(filled, (row) => Object.keys(row).join());
  const statements = [...alike.values()].flatMap((group) => {
    const keys = Object.keys(group[0] ?? {});
    const names = keys.map((key) => `"${columnName(columns, key)}"`);
    const values = keys.map((_, index) => `json_extract(value, '$[${index}]')`);
    const text = `INSERT INTO "${getTableName(table)}" (${names}) SELECT ${values} FROM json_each(?)`;
    return chunks(group, rowsAtOnce).map((chunk) => {
      const json = JSON.stringify(
        chunk.map((row) => keys.map((key) => driverValue(columns[key]!, row[key]))),
      );
      return db.prepare(text).bind(json);
    });
  });
  if (statements.length > 0) await persistently(() => db.batch(statements));
}

function withDefaults(
  columns: Record<string, Column>,
  row: Record<string, unknown>,
): Record<string, unknown> {
  const filled: Record<string, unknown> = {};
  for (const [key, column] of Object.entries(columns)) {
    const value = row[key] ?? (row[key] === null ? null : column.defaultFn?.());
    if (value !== undefined) filled[key] = value;
  }
  return filled;
}

function columnName(columns: Record<string, Column>, key: string): string {
  const { name, keyAsName } = columns[key]!;
  return keyAsName ? toSnakeCase(key) : name;
}

function driverValue(column: Column, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (is(value, SQL)) throw new TypeError(`${column.name} takes a value, not an expression`);
  return column.mapToDriverValue(value);
}

export function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
