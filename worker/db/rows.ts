import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Database } from "./database.ts";
import { decodeId, hexOfBytes } from "./idEncoding.ts";

/*
 * Typed reads of raw SQL. A projection has the SQL and the reader of each field, so that the SELECT list and the row type agree: a missing
 * field does not compile, and a value of the wrong type throws an error with the field's name.
 */

export interface Column<T> {
  readonly sql: SQL;
  /** @throws TypeError for a value of another type */
  readonly read: (value: unknown) => T;
}

/** A column for each field of a row. */
export type Projection<T> = { readonly [K in keyof T]-?: Column<T[K]> };

/** The rows that a projection reads. */
export type RowOf<P> = { -readonly [K in keyof P]: P[K] extends Column<infer T> ? T : never };

const column = <T>(expression: string | SQL, read: (value: unknown) => T): Column<T> => ({
  sql: typeof expression === "string" ? sql.raw(expression) : expression,
  read,
});

const readText = (value: unknown): string => {
  if (typeof value !== "string") throw new TypeError(`expected a string, not ${typeof value}`);
  return value;
};
const readNumber = (value: unknown): number => {
  if (typeof value !== "number") throw new TypeError(`expected a number, not ${typeof value}`);
  return value;
};

/** Text. `T` narrows it to a set of values without a check: it trusts the writers of the column. */
export const text = <T extends string = string>(expression: string | SQL): Column<T> =>
  // Cast: the column's writers only write values of this set.
  column(expression, (value) => readText(value) as T);
/** An id (worker/db/idEncoding.ts). */
export const uuid = (expression: string | SQL): Column<string> => column(expression, decodeId);
/** An id that is a UUID or any other text. */
export const anyId = (expression: string | SQL): Column<string> =>
  column(expression, (value) => (typeof value === "string" ? value : decodeId(value)));
/** A SHA-256, in hexadecimal digits. */
export const sha256 = (expression: string | SQL): Column<string> => column(expression, hexOfBytes);
export const number = (expression: string | SQL): Column<number> => column(expression, readNumber);
/** 0 and 1 as false and true. */
export const flag = (expression: string | SQL): Column<boolean> =>
  column(expression, (value) => readNumber(value) !== 0);
/** JSON that the statement itself builds; only checked to be an array or object. */
export const json = <T extends object>(expression: string | SQL): Column<T> =>
  column(expression, (value) => {
    const parsedValue: unknown = JSON.parse(readText(value));
    if (typeof parsedValue !== "object" || parsedValue === null)
      throw new TypeError("expected a JSON array or object");
    // Cast: the statement itself builds this JSON, and checking it would cost more than reading it.
    return parsedValue as T;
  });
/** JSON that is validated with a schema. */
export const jsonAs = <S extends z.ZodType>(schema: S, expression: string | SQL): Column<z.output<S>> =>
  column(expression, (value) => schema.parse(JSON.parse(readText(value))));

/** The column, but null is allowed. */
export const nullable = <T>({ sql: expression, read }: Column<T>): Column<T | null> => ({
  sql: expression,
  read: (value) => (value === null ? null : read(value)),
});

/** The SELECT list of a projection. */
export const selectList = (projection: Record<string, Column<unknown>>): SQL =>
  sql.join(
    Object.entries(projection).map(
      ([name, { sql: expression }]) => sql`${expression} AS ${sql.identifier(name)}`,
    ),
    sql`, `,
  );

/** The rows of a query. @param query inserts the SELECT list @throws TypeError with the name of a field whose value has the wrong type */
export async function selectRows<P extends Record<string, Column<unknown>>>(
  db: Database,
  projection: P,
  query: (columns: SQL) => SQL,
): Promise<RowOf<P>[]> {
  const rows = await db.all<Record<string, unknown>>(query(selectList(projection)));
  return rows.map((row) => readRow(projection, (name) => row[name]));
}

/**
 * Like `selectRows`, for very many rows, which SQL aggregates into one value: returning rows one by one costs D1 more than finding them. No column
 * may have bytes.
 * @param query has one column, `rows`, and inserts the JSON array of a row
 */
export async function selectJsonRows<P extends Record<string, Column<unknown>>>(
  db: Database,
  projection: P,
  query: (row: SQL) => SQL,
): Promise<RowOf<P>[]> {
  const values = sql.join(
    Object.values(projection).map(({ sql: expression }) => expression),
    sql`, `,
  );
  const [result] = await db.all<{ rows: string }>(query(sql`json_array(${values})`));
  const rows: unknown[][] = JSON.parse(result?.rows ?? "[]");
  return rows.map((row) => readRow(projection, (_, index) => row[index]));
}

function readRow<P extends Record<string, Column<unknown>>>(
  projection: P,
  readValue: (name: string, index: number) => unknown,
): RowOf<P>;
function readRow(
  projection: Record<string, Column<unknown>>,
  readValue: (name: string, index: number) => unknown,
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [index, [name, { read }]] of Object.entries(projection).entries())
    try {
      row[name] = read(readValue(name, index));
    } catch (error) {
      throw new TypeError(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  return row;
}

/** The first row of a query, if there is one. */
export const selectRow = async <P extends Record<string, Column<unknown>>>(
  db: Database,
  projection: P,
  query: (columns: SQL) => SQL,
): Promise<RowOf<P> | undefined> => (await selectRows(db, projection, query))[0];

/** The number that a query of one column and one row returns; 0 for none. */
export async function selectNumber(db: Database, query: SQL): Promise<number> {
  const row = await selectRow(
    db,
    { number: nullable(number(sql`(${query})`)) },
    (columns) => sql`SELECT ${columns}`,
  );
  return row?.number ?? 0;
}
