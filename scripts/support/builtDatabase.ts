import { DatabaseSync } from "node:sqlite";
import type { Migration } from "./migrate.ts";
import type { Trigger } from "./triggers.ts";

/** Creates an in-memory database from the migrations. */
export function createMigratedDatabase(migrations: readonly Migration[]): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  for (const { name, statements } of migrations)
    for (const statement of statements)
      try {
        database.exec(statement);
      } catch (error) {
        throw new Error(`${name}: ${error instanceof Error ? error.message : error}\n${statement}`);
      }
  return database;
}

export const triggersOf = (database: DatabaseSync): Trigger[] =>
  database
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    .all()
    .map(({ name, sql }) => ({ name: String(name), sql: String(sql) }));

/** Names of the WITHOUT ROWID tables. */
export const withoutRowidOf = (database: DatabaseSync): string[] =>
  database
    .prepare(
      "SELECT name FROM pragma_table_list WHERE wr AND type = 'table' AND schema = 'main' ORDER BY name",
    )
    .all()
    .map(({ name }) => String(name));
