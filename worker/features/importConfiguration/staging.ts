import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { ImportedRow } from "#worker/connectors/sources/sourceReader.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { jsonChunks } from "#worker/db/jsonChunks.ts";
import { statement } from "#worker/db/statement.ts";

/** Rows of a source are staged page by page until all are read; then they are compared with the list (reconcileList.ts). */

/** The statements that stage rows. Of several rows with the same text, the last one is used. */
export const stagingStatements = (
  db: Database,
  eventId: string,
  rows: readonly ImportedRow[],
): BatchItem<"sqlite">[] =>
  jsonChunks(rows.map(({ text, lat, lng, params }) => [text, lat, lng, JSON.stringify(params)])).map(
    (chunk) =>
      statement(
        db,
        sql`INSERT INTO import_staging_row (event_id, text, lat, lng, params)
        SELECT ${idParam(eventId)}, r.value ->> 0, r.value ->> 1, r.value ->> 2, r.value ->> 3 FROM json_each(${chunk}) r WHERE true
        ON CONFLICT (event_id, text) DO UPDATE SET lat = excluded.lat, lng = excluded.lng, params = excluded.params`,
      ),
  );

const rowsPerDelete = 20_000;

/** Idempotent. */
export async function removeStagedRows(db: Database, eventId: string): Promise<void> {
  for (;;) {
    const { meta } =
      await db.run(sql`DELETE FROM import_staging_row WHERE event_id = ${idParam(eventId)} AND text IN
      (SELECT text FROM import_staging_row WHERE event_id = ${idParam(eventId)} LIMIT ${rowsPerDelete})`);
    if (meta.changes < rowsPerDelete) return;
  }
}
