import { bytesOfHex, hexOfBytes } from "./idEncoding.ts";

/*
 * Rows on their way from one database into another, through JSON, which holds no bytes: they are a list of one text, their hexadecimal
 * digits. No other value is a list.
 */

export type StoredValue = string | number | null | readonly [hex: string];
export type StoredRow = Record<string, StoredValue>;

/** A value as D1 gives or takes it, for JSON. */
export const toJsonValue = (value: unknown): StoredValue =>
  Array.isArray(value) || value instanceof Uint8Array ? [hexOfBytes(value)] : (value as StoredValue);

export const toJsonRows = (rows: readonly Record<string, unknown>[]): StoredRow[] =>
  rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, toJsonValue(value)])),
  );

/** A value as a parameter. */
export const fromJsonValue = (value: StoredValue): string | number | null | Uint8Array =>
  isBytes(value) ? bytesOfHex(value[0]) : value;

export const isBytes = (value: StoredValue | undefined): value is readonly [hex: string] =>
  Array.isArray(value);

/** SQL for the value at a path of such JSON. */
export const jsonPathSql = (json: string, path: string): string =>
  `iif(json_type(${json}, '${path}') = 'array', unhex(${json} ->> '${path}[0]'), ${json} ->> '${path}')`;

/** SQL for a column's value as a part of such JSON; triggers write the same. */
export const jsonColumnSql = (column: string): string =>
  `json(iif(typeof(${column}) = 'blob', json_array(lower(hex(${column}))), json_quote(${column})))`;
