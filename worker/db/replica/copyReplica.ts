import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { batchIf } from "../conditionalBatch.ts";
import type { Database } from "../database.ts";
import { jsonChunks } from "../jsonChunks.ts";
import { jsonPathSql, type StoredRow, toJsonRows } from "../jsonRows.ts";
import { statement } from "../statement.ts";
import { type ReplicatedTable, replicatedTables } from "./replicaTables.ts";

const maxRowsPerBatch = 500;
/** An isolate holds several copies of a batch. Parts of uploaded files and pictures in layouts are up to a megabyte each. */
const maxCharactersPerBatch = 4_000_000;

const identifiers = (names: readonly string[]): SQL =>
  sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );

/**
 * Statements that insert or update rows of the directory in a replica. A row may come before its parent in the same table, so all rows are
 * written without that reference first and then with it. SQLite could defer foreign keys to the end of the batch, but a violation would
 * then break the database's connection in workerd.
 */
export function createUpsertStatements(
  db: Database,
  table: ReplicatedTable,
  rows: readonly StoredRow[],
): BatchItem<"sqlite">[] {
  const { parent, overrides } = table;
  const completeStatements = upsertStatementsOf(db, table, rows);
  if (!parent || rows.every((row) => row[parent] === null)) return completeStatements;
  return [
    ...upsertStatementsOf(db, { ...table, overrides: { ...overrides, [parent]: null } }, rows),
    ...completeStatements,
  ];
}

function upsertStatementsOf(
  db: Database,
  { name, key, overrides = {} }: ReplicatedTable,
  rows: readonly StoredRow[],
): BatchItem<"sqlite">[] {
  const [firstRow] = rows;
  if (!firstRow) return [];
  const columns = Object.keys(firstRow);
  const values = sql.join(
    columns.map((column) => sql.raw(jsonPathSql("j.value", `$.${column}`))),
    sql`, `,
  );
  const updatedColumns = columns.filter((column) => !key.includes(column));
  const conflict =
    updatedColumns.length === 0
      ? sql`DO NOTHING`
      : sql`DO UPDATE SET ${sql.join(
          updatedColumns.map((column) => sql`${sql.identifier(column)} = excluded.${sql.identifier(column)}`),
          sql`, `,
        )}`;
  return jsonChunks(rows.map((row) => ({ ...row, ...overrides }))).map((chunk) =>
    statement(
      db,
      sql`INSERT INTO ${sql.identifier(name)} (${identifiers(columns)}) SELECT ${values} FROM json_each(${chunk}) j WHERE true
        ON CONFLICT (${identifiers(key)}) ${conflict}`,
    ),
  );
}

/** The value at an index of a JSON array. */
const jsonValueAt = (json: string, index: number): SQL => sql.raw(jsonPathSql(json, `$[${index}]`));

/** The directory's current rows with these keys. */
export async function findRowsByKeys(
  directory: Database,
  { name, key }: Pick<ReplicatedTable, "name" | "key">,
  keys: readonly (readonly unknown[])[],
): Promise<StoredRow[]> {
  const keyConditions = key.map(
    (column, index) => sql`t.${sql.identifier(column)} = ${jsonValueAt("j.value", index)}`,
  );
  return toJsonRows(
    await directory.all(
      sql`SELECT t.* FROM json_each(${JSON.stringify(keys)}) j JOIN ${sql.identifier(name)} t ON ${sql.join(keyConditions, sql` AND `)}`,
    ),
  );
}

/** A statement that deletes the rows with these keys from a replica. */
export function createDeleteStatement(
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

/** Copies all replicated tables from the directory to another database. Can be interrupted and repeated. */
export async function copyReplica(directory: Database, db: Database): Promise<void> {
  for (const table of replicatedTables) {
    // A row may come before its parent: first without that reference, then with it.
    const { parent } = table;
    if (parent)
      await copyTable(directory, db, { ...table, overrides: { ...table.overrides, [parent]: null } });
    await copyTable(directory, db, table);
  }
}

async function copyTable(directory: Database, db: Database, table: ReplicatedTable): Promise<void> {
  for (let lastRowid = 0; ; ) {
    const page = await directory.all<Record<string, unknown> & { copyRowid: number }>(
      sql`SELECT rowid AS copyRowid, * FROM ${sql.identifier(table.name)}
        WHERE rowid > ${lastRowid} ${batchLimitCondition(table, lastRowid)} ORDER BY rowid LIMIT ${maxRowsPerBatch}`,
    );
    const lastRow = page.at(-1);
    if (!lastRow) return;
    const rows = toJsonRows(page.map(({ copyRowid: _, ...row }) => row));
    await batchIf(db, sql`1`, createUpsertStatements(db, table, rows));
    lastRowid = lastRow.copyRowid;
  }
}

/** Condition that ends a batch before the row that would make it too large. The first row is always included. */
const batchLimitCondition = ({ name, largeColumn }: ReplicatedTable, lastRowid: number): SQL =>
  largeColumn === undefined
    ? sql``
    : sql`AND rowid <= (SELECT max(x.id) FROM (
        SELECT n.id, row_number() OVER w AS number, sum(n.size) OVER w AS size FROM (
          SELECT rowid AS id, length(${sql.identifier(largeColumn)}) AS size FROM ${sql.identifier(name)}
          WHERE rowid > ${lastRowid} ORDER BY rowid LIMIT ${maxRowsPerBatch}) n
        WINDOW w AS (ORDER BY n.id)) x WHERE x.number = 1 OR x.size <= ${maxCharactersPerBatch})`;
