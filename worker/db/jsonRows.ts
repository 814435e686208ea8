import { hexOfBytes, hexToBytes } from "./idEncoding.ts";

/*
 * Rows that are copied from one database to another as JSON. JSON has no bytes, so they become an array with one text, their hexadecimal
 * digits. No other value is an array.
 */

export type StoredValue = string | number | null | readonly [hex: string];
export type StoredRow = Record<string, StoredValue>;

/** Converts a value from D1, or a value to bind, to JSON. */
export const toJsonValue = (value: unknown): StoredValue =>
  typeof value === "string" || typeof value === "number" || value === null ? value : [hexOfBytes(value)];

export const toJsonRows = (rows: readonly Record<string, unknown>[]): StoredRow[] =>
  rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, toJsonValue(value)])),
  );

/** Converts a value from such JSON to a parameter. */
export const fromJsonValue = (value: StoredValue): string | number | null | Uint8Array =>
  isBytes(value) ? hexToBytes(value[0]) : value;

export const isBytes = (value: StoredValue | undefined): value is readonly [hex: string] =>
  Array.isArray(value);

/** SQL for the value at a path of such JSON. */
export const jsonPathSql = (json: string, path: string): string =>
  `iif(json_type(${json}, '${path}') = 'array', unhex(${json} ->> '${path}[0]'), ${json} ->> '${path}')`;

/** SQL for a column's value as part of such JSON; triggers use the same expression. */
export const jsonColumnSql = (column: string): string =>
  `json(iif(typeof(${column}) = 'blob', json_array(lower(hex(${column}))), json_quote(${column})))`;
