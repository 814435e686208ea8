import type { D1Database } from "@cloudflare/workers-types";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { jsonPathSql, toJsonValue } from "#worker/db/jsonRows.ts";
import { retryLostConnection } from "../support/retry.ts";
import { columnsOf } from "../support/tableRows.ts";

/** Maximum rows in one bound text: D1 limits values to 2 MB. */
const rowsPerStatement = 400;

/** Inserts rows, typed by table, several hundred per statement: D1 binds at most 100 parameters, but one of them can be JSON. */
export async function insert<T extends SQLiteTable>(
  db: D1Database,
  table: T,
  rows: readonly T["$inferInsert"][],
): Promise<void> {
  const rowsByShape = Map.groupBy(
    rows.map((row) => columnsOf(table, row)),
    ({ key }) => key,
  );
  const statements = [...rowsByShape.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { insertClause, values } = first;
    const holdsBytes = (index: number) => group.some((row) => row.values[index] instanceof Uint8Array);
    const selected = values.map((_, index) =>
      holdsBytes(index) ? jsonPathSql("value", `$[${index}]`) : `value ->> ${index}`,
    );
    const text = `${insertClause} SELECT ${selected} FROM json_each(?)`;
    return chunks(group, rowsPerStatement).map((chunk) =>
      db.prepare(text).bind(JSON.stringify(chunk.map((row) => row.values.map(toJsonValue)))),
    );
  });
  if (statements.length > 0) await retryLostConnection(() => db.batch(statements));
}

export function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
