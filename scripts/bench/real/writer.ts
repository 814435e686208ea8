import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { columnsOf } from "#scripts/support/tableRows.ts";

/** Writes rows, typed by table, through every trigger and foreign key. */
export class Writer {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  insert<T extends SQLiteTable>(table: T, rows: readonly T["$inferInsert"][]): void {
    for (const row of rows) {
      const { insertClause, values } = columnsOf(table, row);
      let statement = this.#statements.get(insertClause);
      if (!statement) {
        statement = this.#database.prepare(`${insertClause} VALUES (${values.map(() => "?")})`);
        this.#statements.set(insertClause, statement);
      }
      statement.run(...values);
    }
  }
}
