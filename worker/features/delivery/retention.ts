import { sql } from "drizzle-orm";
import { inSeconds, now } from "../../../domain/fields";
import type { Database } from "../../db/database";
import { idsOf } from "../../db/ids";
import { rowsOf, text } from "../../db/rows";
import { statement } from "../../db/statement";
import type { Env } from "../../env";
import { wakeDeliveries } from "../../ingest/wake";
import { longestDue } from "./claim";

/** Days from the end of a delivery to the removal of what was stored for it alone: external files. */
const keptDays = 30;
const perRun = 500;

/** Lets go of the bytes that were stored for deliveries which ended long ago. Returns a summary for the log. */
export async function forgetDelivered(_env: Env, db: Database): Promise<string> {
  const ended = await rowsOf(
    db,
    { id: text("f.id"), key: text("f.stored_key") },
    (columns) => sql`SELECT ${columns} FROM delivery_file f INDEXED BY delivery_file_stored
        CROSS JOIN delivery d ON d.id = f.delivery_id
      WHERE f.stored_key IS NOT NULL AND d.state IN ('DONE', 'FAILED', 'CANCELLED')
        AND d.finished < ${inSeconds(-keptDays * 86_400)} LIMIT ${perRun}`,
  );
  if (ended.length === 0) return "";
  const keys = [...new Set(ended.map(({ key }) => key))];
  await db.batch([
    statement(
      db,
      sql`UPDATE delivery_file SET stored_key = NULL WHERE id IN ${idsOf(ended.map(({ id }) => id))}`,
    ),
    // Another delivery or a link may still hold the same bytes.
    statement(
      db,
      sql`INSERT OR IGNORE INTO unowned_object (place, date_created)
        SELECT k.value, ${now()} FROM json_each(${JSON.stringify(keys)}) k
        WHERE NOT EXISTS (SELECT 1 FROM delivery_file f WHERE f.stored_key = k.value)
          AND NOT EXISTS (SELECT 1 FROM delivery_link_file l WHERE l.object_key = k.value)`,
    ),
  ]);
  return `stored bytes of ${ended.length} delivered files removed`;
}

/** Seconds after which a delivery that is due counts as forgotten: its message was lost, or its consumer was stopped. */
const patience = 60;

/** Wakes deliveries that nobody works for. Returns a summary for the log. */
export async function wakeForgotten(env: Env, db: Database): Promise<string> {
  const since = await longestDue(db);
  if (since === null || since > inSeconds(-patience)) return "";
  await wakeDeliveries(env);
  return `deliveries woken that were due since ${since}`;
}
