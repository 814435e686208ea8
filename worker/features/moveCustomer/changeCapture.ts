import { lte, sql } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { jsonChunks } from "#worker/db/jsonChunks.ts";
import type { StoredValue } from "#worker/db/jsonRows.ts";
import { selectNumber } from "#worker/db/rows.ts";
import { capturedChange } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import type { MovedTable } from "./movedTables.ts";

/* Rows that the triggers of a move (triggers.ts) have recorded as changed. */

/** The values of a row's key. */
export type RowKey = StoredValue[];

/** Statements that record rows as changed. */
export const captureStatements = (db: Database, { name }: MovedTable, keys: readonly RowKey[]) =>
  jsonChunks(keys.map((key) => ({ key: JSON.stringify(key) }))).map((chunk) =>
    statement(
      db,
      sql`INSERT INTO captured_change (table_name, key) SELECT ${name}, value ->> 'key' FROM json_each(${chunk})`,
    ),
  );

/** The changes recorded so far, each row once, by table. */
export async function readCapturedChanges(
  db: Database,
): Promise<{ deadline: number; keys: Map<string, RowKey[]> }> {
  const lastId = await selectNumber(db, sql`SELECT max(id) FROM captured_change`);
  if (lastId === 0) return { deadline: lastId, keys: new Map() };
  const changes = await db
    .selectDistinct({ name: capturedChange.tableName, key: capturedChange.key })
    .from(capturedChange)
    .where(lte(capturedChange.id, lastId));
  const keys = new Map<string, RowKey[]>();
  for (const { name, key } of changes) {
    const existing = keys.get(name) ?? [];
    const rowKey: RowKey = JSON.parse(key);
    existing.push(rowKey);
    keys.set(name, existing);
  }
  return { deadline: lastId, keys };
}
