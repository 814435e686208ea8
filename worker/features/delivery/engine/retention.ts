import { type SQL, sql } from "drizzle-orm";
import { addSeconds, now } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam } from "#worker/db/ids.ts";
import { selectRows, text, uuid } from "#worker/db/rows.ts";
import { statement } from "#worker/db/statement.ts";
import type { Env } from "#worker/env.ts";
import { wakeDeliveries } from "#worker/ingest/wakeDeliveries.ts";
import { findOldestDueAt } from "./claimDelivery.ts";

/** Days after a delivery's end for which its stored bytes are kept: external files, documents and zips. */
const retentionDays = 30;
const maxPerRun = 500;

/**
 * SQL condition: the delivery ended before `cutoff`, and no other delivery of the documentation needs the bytes because it is active or is
 * sent again on completion.
 */
const expiredCondition = (
  key: SQL,
  cutoff: string,
) => sql`d.state IN ('DONE', 'FAILED', 'CANCELLED') AND d.finished_at < ${cutoff}
  AND NOT EXISTS (SELECT 1 FROM delivery y INDEXED BY delivery_documentation
    WHERE y.customer_id = d.customer_id AND y.documentation_id = d.documentation_id
      AND (y.resend_on_completion OR y.finished_at IS NULL OR y.finished_at >= ${cutoff}) AND instr(y.request, ${key}) > 0)`;

/**
 * Marks objects as orphans, unless another delivery or a link still references them.
 * @param keys a query with a column `key`
 */
const orphanUnreferencedStatement = (db: Database, keys: SQL) =>
  statement(
    db,
    sql`INSERT OR IGNORE INTO orphaned_object (key_or_prefix, date_created)
      SELECT DISTINCT k.key, ${now()} FROM (${keys}) k
      WHERE NOT EXISTS (SELECT 1 FROM delivery_file f WHERE f.object_key = k.key)
        AND NOT EXISTS (SELECT 1 FROM delivery_link_file l WHERE l.object_key = k.key)`,
  );

/** Removes bytes stored for deliveries that ended long ago. Returns a summary for the log. */
export async function purgeDeliveredFiles(_env: Env, db: Database, instant: Date): Promise<string> {
  const cutoff = addSeconds(-retentionDays * 86_400, instant);
  const fileCount = await purgeStoredFiles(db, cutoff);
  const requestCount = await purgeRequestedFiles(db, cutoff);
  return fileCount + requestCount === 0
    ? ""
    : `stored bytes of ${fileCount} delivered files and ${requestCount} requests removed`;
}

async function purgeStoredFiles(db: Database, cutoff: string): Promise<number> {
  const expiredRows = await selectRows(
    db,
    { id: uuid("f.id"), key: text("f.object_key") },
    (columns) => sql`SELECT ${columns} FROM delivery_file f INDEXED BY delivery_file_stored
        CROSS JOIN delivery d ON d.id = f.delivery_id
      WHERE f.object_key IS NOT NULL AND ${expiredCondition(sql`f.object_key`, cutoff)} LIMIT ${maxPerRun}`,
  );
  if (expiredRows.length === 0) return 0;
  await db.batch([
    // Unless the file has been sent again since.
    statement(
      db,
      sql`UPDATE delivery_file SET object_key = NULL WHERE id IN ${idListParam(expiredRows.map(({ id }) => id))}
        AND EXISTS (SELECT 1 FROM delivery d WHERE d.id = delivery_id AND d.finished_at < ${cutoff})`,
    ),
    orphanUnreferencedStatement(
      db,
      sql`SELECT value AS key FROM json_each(${JSON.stringify([...new Set(expiredRows.map(({ key }) => key))])})`,
    ),
  ]);
  return expiredRows.length;
}

/**
 * External files of requests, including those of deliveries that ended before they were planned. The request itself stays
 * readable.
 */
async function purgeRequestedFiles(db: Database, cutoff: string): Promise<number> {
  const expiredRows = await selectRows(
    db,
    { id: uuid("d.id") },
    (columns) => sql`SELECT ${columns} FROM delivery d INDEXED BY delivery_external
      WHERE json_array_length(request, '$.externalFiles') > 0 AND request ->> '$.externalFilesPurged' IS NULL
        AND ${expiredCondition(sql`d.request ->> '$.externalFiles[0].key'`, cutoff)} LIMIT ${maxPerRun}`,
  );
  if (expiredRows.length === 0) return 0;
  const ids = idListParam(expiredRows.map(({ id }) => id));
  await db.batch([
    statement(
      db,
      sql`UPDATE delivery SET request = json_set(request, '$.externalFilesPurged', json('true')) WHERE id IN ${ids} AND finished_at < ${cutoff}`,
    ),
    orphanUnreferencedStatement(
      db,
      sql`SELECT x.value ->> '$.key' AS key FROM delivery d, json_each(d.request, '$.externalFiles') x
        WHERE d.id IN ${ids} AND d.request ->> '$.externalFilesPurged'`,
    ),
  ]);
  return expiredRows.length;
}

/** Seconds after which a due delivery counts as overdue: its message was lost, or its consumer was stopped. */
const overdueAfterSeconds = 60;

/** Wakes due deliveries that no consumer works on. Returns a summary for the log. */
export async function wakeOverdueDeliveries(env: Env, db: Database, instant: Date): Promise<string> {
  const oldestDueAt = await findOldestDueAt(db, instant);
  if (oldestDueAt === null || oldestDueAt > addSeconds(-overdueAfterSeconds, instant)) return "";
  await wakeDeliveries(env);
  return `deliveries due since ${oldestDueAt} woken`;
}
