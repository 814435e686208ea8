import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { batchIf } from "../conditionalBatch.ts";
import type { Database } from "../database.ts";
import { jsonChunks } from "../jsonChunks.ts";
import { jsonPathSql, type StoredRow, toJsonRows } from "../jsonRows.ts";
import { statement } from "../statement.ts";
import { type ReplicatedTable, replicatedTables } from "./replicaTables.ts";

const rowsPerBatch = 500;

const identifiers = (names: readonly string[]): SQL =>
  sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );

/**
 * Statements that write rows of the directory into a copy, over those of the same keys. A row may come before the one of its table that
 * it refers to: first all without that reference, then with it. SQLite could look at references when the batch ends, but one that does not
 * hold then breaks the database's connection in workerd.
 */
export function upserts(
  db: Database,
  table: ReplicatedTable,
  rows: readonly StoredRow[],
): BatchItem<"sqlite">[] {
  const { parent, without } = table;
  const whole = upsert(db, table, rows);
  if (!parent || rows.every((row) => row[parent] === null)) return whole;
  return [...upsert(db, { ...table, without: { ...without, [parent]: null } }, rows), ...whole];
}

function upsert(
  db: Database,
  { name, key, without = {} }: ReplicatedTable,
  rows: readonly StoredRow[],
): BatchItem<"sqlite">[] {
  const [first] = rows;
  if (!first) return [];
  const columns = Object.keys(first);
  const read = sql.join(
    columns.map((column) => sql.raw(jsonPathSql("j.value", `$.${column}`))),
    sql`, `,
  );
  const others = columns.filter((column) => !key.includes(column));
  const conflict =
    others.length === 0
      ? sql`DO NOTHING`
      : sql`DO UPDATE SET ${sql.join(
          others.map((column) => sql`${sql.identifier(column)} = excluded.${sql.identifier(column)}`),
          sql`, `,
        )}`;
  return jsonChunks(rows.map((row) => ({ ...row, ...without }))).map((piece) =>
    statement(
      db,
      sql`INSERT INTO ${sql.identifier(name)} (${identifiers(columns)}) SELECT ${read} FROM json_each(${piece}) j WHERE true
        ON CONFLICT (${identifiers(key)}) ${conflict}`,
    ),
  );
}

/** The value at a place of a JSON array. */
const jsonValueAt = (json: string, at: number): SQL => sql.raw(jsonPathSql(json, `$[${at}]`));

/** The rows of these keys, as the directory has them now. */
export async function rowsOfKeys(
  directory: Database,
  { name, key }: Pick<ReplicatedTable, "name" | "key">,
  keys: readonly (readonly unknown[])[],
): Promise<StoredRow[]> {
  const same = key.map(
    (column, index) => sql`t.${sql.identifier(column)} = ${jsonValueAt("j.value", index)}`,
  );
  return toJsonRows(
    await directory.all(
      sql`SELECT t.* FROM json_each(${JSON.stringify(keys)}) j JOIN ${sql.identifier(name)} t ON ${sql.join(same, sql` AND `)}`,
    ),
  );
}

/** A statement that removes the rows of these keys from a copy. */
export function deleteStatement(
  db: Database,
  { name, key }: Pick<ReplicatedTable, "name" | "key">,
  keys: readonly (readonly unknown[])[],
): BatchItem<"sqlite"> {
  const values = key.map((_, index) => jsonValueAt("value", index));
  return statement(
    db,
    sql`DELETE FROM ${sql.identifier(name)} WHERE (${identifiers(key)}) IN
      (SELECT ${sql.join(values, sql`, `)} FROM json_each(${JSON.stringify(keys)}))`,
  );
}

/** Copies all that the directory has into a further database. May be repeated, and ended anywhere. */
export async function copyAll(directory: Database, db: Database): Promise<void> {
  for (const table of replicatedTables) {
    // A row may come before the one it refers to: first all without that reference, then with it.
    const { parent } = table;
    if (parent) await copyTable(directory, db, { ...table, without: { ...table.without, [parent]: null } });
    await copyTable(directory, db, table);
  }
}

async function copyTable(directory: Database, db: Database, table: ReplicatedTable): Promise<void> {
  for (let after = 0; ; ) {
    const page = await directory.all<Record<string, unknown> & { place: number }>(
      sql`SELECT rowid AS place, * FROM ${sql.identifier(table.name)} WHERE rowid > ${after} ORDER BY rowid LIMIT ${rowsPerBatch}`,
    );
    const last = page.at(-1);
    if (!last) return;
    const rows = toJsonRows(page.map(({ place: _, ...row }) => row));
    await batchIf(db, sql`1`, upserts(db, table, rows));
    after = last.place;
  }
}
