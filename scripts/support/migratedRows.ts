import { DatabaseSync } from "node:sqlite";
import type { Migration } from "./migrate.ts";

/** Advice against a rebuild, which drizzle-kit writes for a changed default, type or constraint of a column. */
const remedy = `Keep the column as it is, or change it in steps: add a new column, fill it, read both, and drop the old one once nothing refers
to it. A new default belongs in the code that inserts the rows.`;

/**
 * Replays the migrations over a database with rows in every table, as D1 runs them: each in a transaction, with foreign keys always
 * enforced. Returns a fault for every migration that fails, drops a table that others refer to (D1 deletes their rows with it), or
 * loses or changes a row. A migration that is meant to change rows names their tables: `-- Changes rows of: photo, file`.
 */
export function findRowFaults(migrations: readonly Migration[]): string[] {
  const database = new DatabaseSync(":memory:");
  const faults: string[] = [];
  for (const { name, statements } of migrations) {
    fillTables(database);
    const previousRows = readRows(database);
    database.exec("BEGIN");
    for (const statement of statements) {
      const fault = findDropFault(database, statement) ?? runStatement(database, statement);
      // Later statements would run on a database they were not written for.
      if (fault) return [...faults, `${name}: ${fault}`];
    }
    database.exec("COMMIT");
    const changedTables = listDeclaredTables(statements);
    faults.push(
      ...compareTables(database, previousRows)
        .filter(({ table }) => !changedTables.has(table))
        .map(({ table, problem }) => `${name}: ${table} ${problem}. ${remedy}`),
    );
  }
  return faults;
}

const listDeclaredTables = (statements: readonly string[]): Set<string> =>
  new Set(
    [...statements.join("\n").matchAll(/^-- Changes rows of: (.+)$/gm)].flatMap(([, tables = ""]) =>
      tables.split(",").map((table) => table.trim()),
    ),
  );

function findDropFault(database: DatabaseSync, statement: string): string | null {
  const withoutComments = statement.replace(/--[^\n]*/g, "");
  for (const [, droppedTable = ""] of withoutComments.matchAll(
    /\bDROP\s+TABLE\s+(?:IF\s+EXISTS\s+)?["'`[]?(\w+)/gi,
  )) {
    const children = database
      .prepare(
        `SELECT DISTINCT t.name FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) f
          WHERE t.schema = 'main' AND f."table" = ?1 COLLATE NOCASE AND t.name <> ?1 COLLATE NOCASE ORDER BY t.name`,
      )
      .all(droppedTable)
      .map(({ name }) => String(name));
    if (children.length > 0)
      return `drops ${droppedTable}, and D1 deletes the rows that refer to it in ${children.join(", ")}. ${remedy}`;
  }
  return null;
}

function runStatement(database: DatabaseSync, statement: string): string | null {
  try {
    database.exec(statement);
    return null;
  } catch (error) {
    return `${error instanceof Error ? error.message : error}\n${statement}`;
  }
}

/** The rows of each table, each row as the literals of its columns. */
export type TableRows = Map<string, { columns: string[]; rows: string[] }>;

interface Column {
  name: string;
  type: string;
}

interface StoredTable {
  name: string;
  isVirtual: boolean;
  columns: Column[];
}

function listTables(database: DatabaseSync): StoredTable[] {
  const columns = database.prepare("SELECT name, type FROM pragma_table_info(?)");
  return database
    .prepare(
      `SELECT name, type FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
    )
    .all()
    .map(({ name, type }) => ({
      name: String(name),
      isVirtual: type === "virtual",
      columns: columns.all(String(name)).map((column) => ({
        name: String(column.name),
        type: String(column.type).toLowerCase(),
      })),
    }));
}

export const readRows = (database: DatabaseSync): TableRows =>
  new Map(
    listTables(database).map(({ name, isVirtual, columns: all }) => {
      // The texts of a contentless index cannot be read.
      const columns = isVirtual ? ["rowid"] : all.map((column) => column.name);
      return [name, { columns, rows: readTable(database, name, columns) }];
    }),
  );

function readTable(database: DatabaseSync, table: string, columns: readonly string[]): string[] {
  const literals = columns.map((column) => `quote("${column}")`).join(" || ' ' || ");
  const rows = database.prepare(`SELECT ${literals} AS literals FROM "${table}"`).all();
  return rows.map((row) => String(row.literals));
}

/** Tables that lost a column or a row, or in which a row has changed. Added columns and rows are no fault. */
function compareTables(
  database: DatabaseSync,
  previousRows: TableRows,
): { table: string; problem: string }[] {
  const tables = new Map(listTables(database).map((table) => [table.name, table]));
  return [...previousRows].flatMap(([table, { columns, rows }]) => {
    const current = tables.get(table);
    if (!current) return [{ table, problem: "was dropped with its rows" }];
    const names = new Set(["rowid", ...current.columns.map(({ name }) => name)]);
    const removedColumns = columns.filter((column) => !names.has(column));
    if (removedColumns.length > 0)
      return [{ table, problem: `lost the column ${removedColumns.join(", ")}` }];
    const currentRows = new Set(readTable(database, table, columns));
    const missing = rows.filter((row) => !currentRows.has(row));
    return missing.length > 0
      ? [{ table, problem: `lost or changed ${missing.length} of ${rows.length} rows` }]
      : [];
  });
}

const rowsPerTable = 2;

/** Inserts rows into every empty table. Triggers are dropped in the meantime: the rows include what they would write. */
export function fillTables(database: DatabaseSync): void {
  const triggers = database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all();
  for (const { name } of triggers) database.exec(`DROP TRIGGER "${name}"`);
  const references = readReferences(database);
  database.exec("BEGIN");
  // Checked at the end, so that the order of the tables does not matter.
  database.exec("PRAGMA defer_foreign_keys = ON");
  const tables = listTables(database);
  const columnOf = new Map(
    tables.flatMap(({ name, columns }) =>
      columns.map((column) => [`${name}.${column.name}`, column] as const),
    ),
  );
  /** Row n of every table refers to row n of the others, so that composite keys agree about the customer. */
  const createColumnValue = (table: string, column: string, row: number): string | number => {
    const target = references.get(`${table}.${column}`);
    if (target) return createColumnValue(target.table, target.column, row);
    return createSampleValue(table, columnOf.get(`${table}.${column}`), row);
  };
  for (const { name, isVirtual, columns } of tables) {
    if (database.prepare(`SELECT 1 FROM "${name}" LIMIT 1`).get()) continue;
    const names = [...(isVirtual ? ["rowid"] : []), ...columns.map((column) => column.name)];
    const insert = database.prepare(
      `INSERT INTO "${name}" (${names.map((column) => `"${column}"`).join()}) VALUES (${names.map(() => "?").join()})`,
    );
    for (let row = 1; row <= rowsPerTable; row += 1)
      insert.run(...names.map((column) => (column === "rowid" ? row : createColumnValue(name, column, row))));
  }
  database.exec("COMMIT");
  for (const { sql } of triggers) database.exec(String(sql));
}

/** The referenced column of each referencing one, by `table.column`. */
function readReferences(database: DatabaseSync): Map<string, { table: string; column: string }> {
  const rows = database
    .prepare(
      `SELECT t.name || '.' || f."from" AS source, f."table" AS target, f."to" AS column_name
        FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) f WHERE t.schema = 'main' ORDER BY t.name, f.id`,
    )
    .all()
    .map(({ source, target, column_name }) => ({
      source: String(source),
      table: String(target),
      column: String(column_name),
    }))
    // A column that a table's reference to itself shares with its key.
    .filter(({ source, table, column }) => source !== `${table}.${column}`);
  return new Map(rows.map(({ source, table, column }) => [source, { table, column }]));
}

/** A value that no other row has in the column. Texts are JSON, because an index may read them as JSON. */
function createSampleValue(table: string, column: Column | undefined, row: number): string | number {
  if (column?.type === "integer") return row;
  if (column?.type === "real") return row + 0.5;
  return JSON.stringify(`${table} ${column?.name} ${row}`);
}
