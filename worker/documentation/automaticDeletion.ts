import { type SQL, sql } from "drizzle-orm";
import type { DeletionBlocker } from "#domain/core/documentationTypes.ts";
import { isoSeconds } from "#domain/core/fields.ts";
import { isReadOnlyForStaff } from "#domain/documentation/status.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { deleteTimeLimits } from "#domain/template/types.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { json, rowOf } from "#worker/db/rows.ts";
import type { documentation } from "#worker/db/schema/index.ts";

/*
 * What is deleted by itself (3§3 deleteAutomatically). Triggers keep the time, `delete_after`; whatever else a deletion waits for is
 * looked up here, for `documentation d`. In doubt a documentation stays.
 */

/** The newest delivery of all of it to a destination `x`; a user's that was cancelled does not count. */
const newest = sql.raw(`(SELECT n.id FROM delivery n INDEXED BY delivery_documentation
  WHERE n.customer_id = d.customer_id AND n.documentation_id = d.id AND n.template_export_configuration_id = x.id
    AND n.request ->> '$.photoIds' IS NULL AND n.request ->> '$.fileIds' IS NULL AND n.request ->> '$.comparison' IS NULL
    AND (n.is_automatic OR n.state <> 'CANCELLED')
  ORDER BY n.date_created DESC, n.rowid DESC LIMIT 1)`);

/**
 * When the files of a delivery `y` were listed, at the latest. The documentation's own dates are part of it, and a device's clock may be
 * ahead, by little enough even to have passed when a long delivery ends: then it counts from when the delivery was asked for.
 */
const listed = sql.raw(
  "coalesce(CASE WHEN y.documentation_updated_at <= y.finished_at AND y.documentation_updated_at <> d.date_created THEN y.documentation_updated_at END, y.date_created)",
);

/** What the destination has is not what there is now. A change of status and hiding leave the content as it was. */
const changedSince = sql`d.last_updated > ${listed} AND EXISTS (SELECT 1 FROM documentation_event e
  WHERE e.customer_id = d.customer_id AND e.documentation_id = d.id AND e.event_date > ${listed}
    AND e.type IN ('TASK_EDIT', 'RENAMED', 'PAUSED', 'DOWNLOADED', 'COMPLETED')
    AND coalesce(e.params ->> '$.change', '') NOT IN ('TEMP_FILE_RECEIVED', 'RETAKE_ASKED', 'RETAKE_WITHDRAWN'))`;

/** Queries with a row for each thing that the deletion waits for: `hold`, `name` and `until`. Not one, because D1 unites five at most. */
const holdQueries = (at: string): SQL[] => [
  sql`SELECT hold, name, NULL AS until FROM (
    SELECT c.name, CASE
        WHEN y.id IS NULL THEN 'NOT_SENT'
        WHEN y.state IN ('PENDING', 'RUNNING', 'WAITING') THEN 'UNDER_WAY'
        WHEN y.state <> 'DONE' THEN y.state
        WHEN json_array_length(y.missing_items) > 0 THEN 'INCOMPLETE'
        WHEN ${changedSince} THEN 'CHANGED' END AS hold
    FROM template_export_configuration x
      JOIN export_configuration c ON c.customer_id = x.customer_id AND c.id = x.export_configuration_id
      LEFT JOIN delivery y ON y.id = ${newest}
    WHERE x.customer_id = d.customer_id AND x.template_id = d.template_id
      AND (d.export_automatically OR x.params ->> '$.exportAutomatically' = 'true'))
    WHERE hold IS NOT NULL`,
  sql`SELECT 'UNDER_WAY' AS hold, e.export_configuration_name AS name, NULL AS until FROM export_event e
    WHERE e.customer_id = d.customer_id AND e.documentation_id = d.id AND e.delivery_id IS NOT NULL AND e.success IS NULL`,
  sql`SELECT 'LINK' AS hold, e.export_configuration_name AS name, max(l.expires_at) AS until FROM export_event e
    JOIN delivery_link l ON l.customer_id = e.customer_id AND l.delivery_id = e.delivery_id
    WHERE e.customer_id = d.customer_id AND e.documentation_id = d.id AND l.expires_at > ${at}
    GROUP BY e.export_configuration_name`,
  sql`SELECT 'DOCUMENT' AS hold, o.file_name AS name, NULL AS until FROM export_document o
    WHERE o.customer_id = d.customer_id AND o.documentation_id = d.id AND o.state = 'MAKING'`,
  sql`SELECT 'RECEIVED_FILES' AS hold, '' AS name, NULL AS until FROM temp_file f INDEXED BY temp_file_waiting
    WHERE f.customer_id = d.customer_id AND f.documentation_id = d.id AND f.decision IS NULL AND f.has_data LIMIT 1`,
  sql`SELECT 'RETAKES' AS hold, '' AS name, NULL AS until FROM retake r INDEXED BY retake_documentation
    WHERE r.customer_id = d.customer_id AND r.documentation_id = d.id AND r.outcome IS NULL LIMIT 1`,
  sql`SELECT 'UPLOADS' AS hold, '' AS name, max(u.expires_at) AS until FROM upload u INDEXED BY upload_open
    WHERE u.customer_id = d.customer_id AND u.documentation_id = d.id AND u.state = 'RESERVED' AND u.expires_at > ${at}
    HAVING count(*) > 0`,
];

/** Holds for `documentation d` that is to be deleted now. */
export const dueCondition = (at: Date): SQL =>
  sql`d.delete_after <= ${isoSeconds(at)} AND ${sql.join(
    holdQueries(isoSeconds(at)).map((one) => sql`NOT EXISTS (${one})`),
    sql` AND `,
  )}`;

interface Hold {
  hold: DeletionBlocker;
  name: string;
  until: string | null;
}

/** That and when a documentation is deleted by itself; null if it is not. */
export async function findDeletion(
  db: Database,
  row: typeof documentation.$inferSelect,
  at = new Date(),
): Promise<DocumentationDetails["deletion"]> {
  const limit = deleteTimeLimits.find((one) => one === row.deleteTimeLimit);
  if (!row.deleteAutomatically || !limit || isReadOnlyForStaff(row.status)) return null;
  if (row.deleteAfter === null) return { limit, waitsFor: [] };
  const lists = holdQueries(isoSeconds(at)).map(
    (one) =>
      sql`(SELECT json_group_array(json_object('hold', hold, 'name', name, 'until', until)) FROM (${one}))`,
  );
  const found = await rowOf(
    db,
    { waitsFor: json<Hold[][]>(sql`json_array(${sql.join(lists, sql`, `)})`) },
    (columns) =>
      sql`SELECT ${columns} FROM documentation d WHERE d.customer_id = ${row.customerId} AND d.id = ${idParam(row.id)}`,
  );
  const all = found?.waitsFor.flat() ?? [];
  // A delivery under way is its destination's newest, too.
  const waitsFor = [...new Map(all.map((one) => [`${one.hold} ${one.name}`, one])).values()];
  return { limit, waitsFor };
}
