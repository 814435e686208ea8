import { sql } from "drizzle-orm";
import { listLiveChanges, maxLiveChanges } from "#domain/endpoints/documentation/liveChanges.ts";
import { mount } from "#worker/api/mount.ts";
import { json, number, selectRow, selectRows, uuid } from "#worker/db/rows.ts";
import { scopeOf, scopeSql } from "#worker/db/scope.ts";
import { shardName } from "#worker/db/shards.ts";
import type { App } from "#worker/http/context.ts";

/** Maximum rows of each table that a call reads. A window that was hidden for longer reloads its page anyway. */
const maxScannedRows = 5000;

/**
 * Changes by others since the caller's cursor, which consists of the newest row ids of events and comments. Row ids grow with each
 * insert, so no index is needed: a call reads the few rows that all customers have written since the previous one.
 */
export function mountLiveChanges(app: App): void {
  mount(app, listLiveChanges, async ({ env, db, actor, query }) => {
    const newest = await selectRow(
      db,
      {
        eventRow: number("coalesce((SELECT max(rowid) FROM documentation_event), 0)"),
        commentRow: number("coalesce((SELECT max(rowid) FROM thread_comment), 0)"),
      },
      (columns) => sql`SELECT ${columns}`,
    );
    const { eventRow, commentRow } = newest!;
    const cursor = `${shardName(env)}:${eventRow}:${commentRow}`;
    const previous = parseCursor(query.after, shardName(env));
    if (!previous || (previous.eventRow === eventRow && previous.commentRow === commentRow))
      return { cursor, items: [] };
    // A replica that lags behind the one of the previous call lists some changes again.
    const firstRow = (newestRow: number, previousRow: number) =>
      Math.max(Math.min(newestRow, previousRow), newestRow - maxScannedRows);
    const scope = scopeOf(actor);
    const items = await selectRows(
      db,
      { documentationId: uuid("id"), creators: json<string[]>("json_group_array(DISTINCT creator)") },
      (columns) => sql`SELECT ${columns} FROM (
          SELECT e.documentation_id AS id, e.creator FROM documentation_event e
            WHERE e.rowid > ${firstRow(eventRow, previous.eventRow)} AND ${scopeSql(scope, "e")}
          UNION ALL
          SELECT h.documentation_id AS id, k.creator FROM thread_comment k
            CROSS JOIN thread h ON h.customer_id = k.customer_id AND h.id = k.thread_id
            WHERE k.rowid > ${firstRow(commentRow, previous.commentRow)} AND ${scopeSql(scope, "k")})
        WHERE creator <> ${actor.username} GROUP BY id LIMIT ${maxLiveChanges}`,
    );
    return { cursor, items };
  });
}

/** The part of a cursor for a database; null if it has none. */
function parseCursor(text: string, shard: string): { eventRow: number; commentRow: number } | null {
  for (const part of text.split(",")) {
    const [name, eventRow = "", commentRow = ""] = part.split(":");
    if (name === shard && /^\d{1,15}$/.test(eventRow) && /^\d{1,15}$/.test(commentRow))
      return { eventRow: Number(eventRow), commentRow: Number(commentRow) };
  }
  return null;
}
