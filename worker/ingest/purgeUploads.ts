import { type SQL, sql } from "drizzle-orm";
import { addSeconds } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { listParam } from "#worker/db/ids.ts";
import { json, nullable, number, selectRow } from "#worker/db/rows.ts";
import { statement } from "#worker/db/statement.ts";

/** Days after which a stored upload is deleted: longer than any sender waits before it requests the outcome again. */
const retentionDays = 30;
const batchSize = 5000;
/** Per night: far more than a database receives in a month. */
const maxBatches = 400;

/**
 * Statements that delete stored uploads and the refused ones of the same photo or file, which has since arrived. Refusals that remain are
 * those of photos and files that never arrived.
 * @param rowidsSql selects the same rows in both statements
 */
export const deleteStoredStatements = (db: Database, rowidsSql: SQL) =>
  [
    statement(
      db,
      sql`DELETE FROM upload WHERE rowid IN (SELECT r.rowid FROM upload s CROSS JOIN upload r
          ON r.customer_id = s.customer_id AND r.documentation_id = s.documentation_id AND r.target_id = s.target_id
            AND r.kind = s.kind AND r.state = 'REFUSED'
        WHERE s.rowid IN (${rowidsSql}) AND r.upload_token_id IS s.upload_token_id)`,
    ),
    statement(db, sql`DELETE FROM upload WHERE rowid IN (${rowidsSql}) AND state = 'STORED'`),
  ] as const;

/**
 * Deletes uploads that were stored long ago and returns their number. Those of links stay, because the link's receipt lists them, and are
 * deleted with the link. Runs may be concurrent. Scans the whole table in batches: reading a month's uploads once a night costs less
 * than an index on their dates, which every upload would have to write.
 */
export async function purgeUploads(db: Database, runAt: Date): Promise<number> {
  const expiredCondition = sql`state = 'STORED' AND upload_token_id IS NULL AND settled_at < ${addSeconds(-retentionDays * 86_400, runAt)}`;
  let [afterRowid, deletedCount] = [0, 0];
  for (let batchIndex = 0; batchIndex < maxBatches; batchIndex++) {
    const batch = await selectRow(
      db,
      {
        lastRowid: nullable(number("max(rowid)")),
        expiredRowids: json<number[]>(sql`json_group_array(rowid) FILTER (WHERE ${expiredCondition})`),
      },
      (columns) => sql`SELECT ${columns} FROM (SELECT rowid, state, upload_token_id, settled_at FROM upload
        WHERE rowid > ${afterRowid} ORDER BY rowid LIMIT ${batchSize})`,
    );
    if (!batch || batch.lastRowid === null) break;
    afterRowid = batch.lastRowid;
    if (batch.expiredRowids.length === 0) continue;
    const [, deleteResult] = await db.batch(deleteStoredStatements(db, listParam(batch.expiredRowids)));
    deletedCount += deleteResult.meta.changes;
  }
  return deletedCount;
}
