import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Database } from "./database.ts";
import { decodeId, hexOfBytes } from "./idEncoding.ts";

/*
 * The typed edge to raw SQL. A projection says of each field which SQL gives it and how it is read, so that the SELECT list and the
 * type of its rows are one thing: a field that is left out does not compile, and a value of another kind fails at once, by name.
 */

export interface Column<T> {
  readonly sql: SQL;
  /** @throws TypeError for a value that the column cannot hold. */
  readonly read: (value: unknown) => T;
}

/** A column for each field of a row. */
export type Projection<T> = { readonly [K in keyof T]-?: Column<T[K]> };

/** The rows that a projection reads. */
export type RowOf<P> = { -readonly [K in keyof P]: P[K] extends Column<infer T> ? T : never };

const column = <T>(of: string | SQL, read: (value: unknown) => T): Column<T> => ({
  sql: typeof of === "string" ? sql.raw(of) : of,
  read,
});

function ofType<T>(expected: "string" | "number"): (value: unknown) => T {
  return (value) => {
    if (typeof value !== expected) throw new TypeError(`expected a ${expected}, not ${typeof value}`);
    return value as T;
  };
}

/** Text; of a fixed set of words where `T` names them: the column's writers keep to it. */
export const text = <T extends string = string>(of: string | SQL): Column<T> =>
  column(of, ofType<T>("string"));
/** An id (worker/db/idEncoding.ts). */
export const uuid = (of: string | SQL): Column<string> => column(of, decodeId);
/** An id that may be no UUID. */
export const anyId = (of: string | SQL): Column<string> =>
  column(of, (value) => (typeof value === "string" ? value : decodeId(value)));
/** A SHA-256, in hexadecimal digits. */
export const sha256 = (of: string | SQL): Column<string> => column(of, hexOfBytes);
export const number = (of: string | SQL): Column<number> => column(of, ofType<number>("number"));
/** 0 and 1 as false and true. */
export const flag = (of: string | SQL): Column<boolean> =>
  column(of, (value) => ofType<number>("number")(value) !== 0);
/** JSON that the statement itself composes; only its outermost kind is looked at. */
export const json = <T extends object>(of: string | SQL): Column<T> =>
  column(of, (value) => {
    const parsed: unknown = JSON.parse(ofType<string>("string")(value));
    if (typeof parsed !== "object" || parsed === null)
      throw new TypeError("expected JSON of a list or an object");
    return parsed as T;
  });
/** JSON that is read through its contract. */
export const jsonAs = <S extends z.ZodType>(contract: S, of: string | SQL): Column<z.output<S>> =>
  column(of, (value) => contract.parse(JSON.parse(ofType<string>("string")(value))));

/** The column, or null where it holds none. */
export const nullable = <T>({ sql: of, read }: Column<T>): Column<T | null> => ({
  sql: of,
  read: (value) => (value === null ? null : read(value)),
});

/** The SELECT list of a projection. */
export const selectList = (projection: Record<string, Column<unknown>>): SQL =>
  sql.join(
    Object.entries(projection).map(([name, { sql: of }]) => sql`${of} AS ${sql.identifier(name)}`),
    sql`, `,
  );

/** The rows of a query, which puts the SELECT list where it belongs. @throws TypeError naming the field that is not what it should be. */
export async function rowsOf<P extends Record<string, Column<unknown>>>(
  db: Database,
  projection: P,
  query: (columns: SQL) => SQL,
): Promise<RowOf<P>[]> {
  const rows = await db.all<Record<string, unknown>>(query(selectList(projection)));
  const fields = Object.entries(projection);
  return rows.map((row) => readRow(fields, (name) => row[name]));
}

/**
 * The same for very many rows, which the database puts into one value: wrapping each of them costs it more than finding them. No column
 * may hold bytes.
 * @param query of one column, `rows`; it puts the JSON of a row where it belongs
 */
export async function jsonRowsOf<P extends Record<string, Column<unknown>>>(
  db: Database,
  projection: P,
  query: (row: SQL) => SQL,
): Promise<RowOf<P>[]> {
  const fields = Object.entries(projection);
  const values = sql.join(
    fields.map(([, { sql: of }]) => of),
    sql`, `,
  );
  const [found] = await db.all<{ rows: string }>(query(sql`json_array(${values})`));
  const rows = JSON.parse(found?.rows ?? "[]") as unknown[][];
  return rows.map((row) => readRow(fields, (_, at) => row[at]));
}

function readRow<R>(
  fields: readonly [string, Column<unknown>][],
  given: (name: string, at: number) => unknown,
): R {
  const read: Record<string, unknown> = {};
  for (const [at, [name, { read: reader }]] of fields.entries())
    try {
      read[name] = reader(given(name, at));
    } catch (error) {
      throw new TypeError(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  return read as R;
}

/** The first row of a query, if there is one. */
export const rowOf = async <P extends Record<string, Column<unknown>>>(
  db: Database,
  projection: P,
  query: (columns: SQL) => SQL,
): Promise<RowOf<P> | undefined> => (await rowsOf(db, projection, query))[0];

/** The number that a query of one column and one row gives; 0 for none. */
export async function numberOf(db: Database, of: SQL): Promise<number> {
  const row = await rowOf(
    db,
    { number: nullable(number(sql`(${of})`)) },
    (columns) => sql`SELECT ${columns}`,
  );
  return row?.number ?? 0;
}
