import { type SQL, sql } from "drizzle-orm";
import { addSeconds } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { listParam } from "#worker/db/ids.ts";
import { json, nullable, number, rowOf } from "#worker/db/rows.ts";
import { statement } from "#worker/db/statement.ts";

/** Days after which a stored upload is forgotten: longer than any sender waits before it asks again what became of it. */
const retentionDays = 30;
const batchSize = 5000;
/** Of one night: far more than a database takes in in a month. */
const maxBatches = 400;

/**
 * Statements that delete stored uploads, and what was refused of the same photo or file before: it lacks nothing. What is left says what was
 * refused and never came.
 * @param rowids selects the same rows in both statements
 */
export const deleteStoredStatements = (db: Database, rowids: SQL) =>
  [
    statement(
      db,
      sql`DELETE FROM upload WHERE rowid IN (SELECT r.rowid FROM upload s CROSS JOIN upload r
          ON r.customer_id = s.customer_id AND r.documentation_id = s.documentation_id AND r.target_id = s.target_id
            AND r.kind = s.kind AND r.state = 'REFUSED'
        WHERE s.rowid IN (${rowids}) AND r.upload_token_id IS s.upload_token_id)`,
    ),
    statement(db, sql`DELETE FROM upload WHERE rowid IN (${rowids}) AND state = 'STORED'`),
  ] as const;

/**
 * Deletes the uploads of what arrived long ago: nobody asks for those by now. A link's receipt lists its own, which go with the link. Any
 * number of runs at once delete the same. Walks the whole table, a piece at a time: uploads of a month, once a night, cost less than an index
 * of their dates, which would be written for each of them.
 */
export async function purgeUploads(db: Database, at: Date): Promise<number> {
  const forgettable = sql`state = 'STORED' AND upload_token_id IS NULL AND settled_at < ${addSeconds(-retentionDays * 86_400, at)}`;
  let [from, forgotten] = [0, 0];
  for (let round = 0; round < maxBatches; round++) {
    const walked = await rowOf(
      db,
      {
        until: nullable(number("max(rowid)")),
        found: json<number[]>(sql`json_group_array(rowid) FILTER (WHERE ${forgettable})`),
      },
      (columns) => sql`SELECT ${columns} FROM (SELECT rowid, state, upload_token_id, settled_at FROM upload
        WHERE rowid > ${from} ORDER BY rowid LIMIT ${batchSize})`,
    );
    if (!walked || walked.until === null) break;
    from = walked.until;
    if (walked.found.length === 0) continue;
    const [, stored] = await db.batch(deleteStoredStatements(db, listParam(walked.found)));
    forgotten += stored.meta.changes;
  }
  return forgotten;
}
