import { type SQL, sql } from "drizzle-orm";
import { addSeconds, now } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam } from "#worker/db/ids.ts";
import { rowsOf, text, uuid } from "#worker/db/rows.ts";
import { statement } from "#worker/db/statement.ts";
import type { Env } from "#worker/env.ts";
import { wakeDeliveries } from "#worker/ingest/wake.ts";
import { oldestDue } from "./claimDelivery.ts";

/** Days from the end of a delivery to the removal of what was stored for it alone: external files. */
const retentionDays = 30;
const maxPerRun = 500;

/** A delivery that ended so long ago, and bytes that no other of the documentation will need: one under way, or sent again on completion. */
const expiredCondition = (
  key: SQL,
  before: string,
) => sql`d.state IN ('DONE', 'FAILED', 'CANCELLED') AND d.finished < ${before}
  AND NOT EXISTS (SELECT 1 FROM delivery y INDEXED BY delivery_documentation
    WHERE y.customer_id = d.customer_id AND y.documentation_id = d.documentation_id
      AND (y.again OR y.finished IS NULL OR y.finished >= ${before}) AND instr(y.wish, ${key}) > 0)`;

/** Names places for removal, unless another delivery or a link still holds their bytes. @param keys a query with a column `key` */
const orphanUnreferencedStatement = (db: Database, keys: SQL) =>
  statement(
    db,
    sql`INSERT OR IGNORE INTO unowned_object (place, date_created)
      SELECT DISTINCT k.key, ${now()} FROM (${keys}) k
      WHERE NOT EXISTS (SELECT 1 FROM delivery_file f WHERE f.stored_key = k.key)
        AND NOT EXISTS (SELECT 1 FROM delivery_link_file l WHERE l.object_key = k.key)`,
  );

/** Lets go of the bytes that were stored for deliveries which ended long ago. Returns a summary for the log. */
export async function purgeDeliveredFiles(_env: Env, db: Database, at: Date): Promise<string> {
  const before = addSeconds(-retentionDays * 86_400, at);
  const files = await purgeStoredFiles(db, before);
  const requests = await purgeRequestedFiles(db, before);
  return files + requests === 0
    ? ""
    : `stored bytes of ${files} delivered files and ${requests} wishes removed`;
}

async function purgeStoredFiles(db: Database, before: string): Promise<number> {
  const ended = await rowsOf(
    db,
    { id: uuid("f.id"), key: text("f.stored_key") },
    (columns) => sql`SELECT ${columns} FROM delivery_file f INDEXED BY delivery_file_stored
        CROSS JOIN delivery d ON d.id = f.delivery_id
      WHERE f.stored_key IS NOT NULL AND ${expiredCondition(sql`f.stored_key`, before)} LIMIT ${maxPerRun}`,
  );
  if (ended.length === 0) return 0;
  await db.batch([
    // Unless it has been sent again meanwhile.
    statement(
      db,
      sql`UPDATE delivery_file SET stored_key = NULL WHERE id IN ${idListParam(ended.map(({ id }) => id))}
        AND EXISTS (SELECT 1 FROM delivery d WHERE d.id = delivery_id AND d.finished < ${before})`,
    ),
    orphanUnreferencedStatement(
      db,
      sql`SELECT value AS key FROM json_each(${JSON.stringify([...new Set(ended.map(({ key }) => key))])})`,
    ),
  ]);
  return ended.length;
}

/** External files that a delivery was asked to hold, also one that ended before it was planned. What it was asked stays to be read. */
async function purgeRequestedFiles(db: Database, before: string): Promise<number> {
  const ended = await rowsOf(
    db,
    { id: uuid("d.id") },
    (columns) => sql`SELECT ${columns} FROM delivery d INDEXED BY delivery_external
      WHERE json_array_length(wish, '$.externalFiles') > 0 AND wish ->> '$.forgotten' IS NULL
        AND ${expiredCondition(sql`d.wish ->> '$.externalFiles[0].key'`, before)} LIMIT ${maxPerRun}`,
  );
  if (ended.length === 0) return 0;
  const ids = idListParam(ended.map(({ id }) => id));
  await db.batch([
    statement(
      db,
      sql`UPDATE delivery SET wish = json_set(wish, '$.forgotten', json('true')) WHERE id IN ${ids} AND finished < ${before}`,
    ),
    orphanUnreferencedStatement(
      db,
      sql`SELECT x.value ->> '$.key' AS key FROM delivery d, json_each(d.wish, '$.externalFiles') x
        WHERE d.id IN ${ids} AND d.wish ->> '$.forgotten'`,
    ),
  ]);
  return ended.length;
}

/** Seconds after which a delivery that is due counts as forgotten: its message was lost, or its consumer was stopped. */
const overdueAfterSeconds = 60;

/** Wakes deliveries that nobody works for. Returns a summary for the log. */
export async function wakeOverdue(env: Env, db: Database, at: Date): Promise<string> {
  const since = await oldestDue(db, at);
  if (since === null || since > addSeconds(-overdueAfterSeconds, at)) return "";
  await wakeDeliveries(env);
  return `deliveries woken that were due since ${since}`;
}
