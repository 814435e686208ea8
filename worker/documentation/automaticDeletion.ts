import { type SQL, sql } from "drizzle-orm";
import type { DeletionBlocker } from "#domain/core/documentationTypes.ts";
import { toIsoSeconds } from "#domain/core/fields.ts";
import { isReadOnlyForStaff } from "#domain/documentation/status.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { type DeleteTimeLimit, deleteTimeLimits } from "#domain/template/types.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { json, nullable, selectRow, text } from "#worker/db/rows.ts";
import type { documentation } from "#worker/db/schema/index.ts";

/*
 * Automatic deletion (3§3 deleteAutomatically). Triggers maintain the time, `delete_after`. The conditions here check everything else
 * that blocks the deletion of `documentation d`; when in doubt, they block it.
 */

/** The modifiers of SQLite that add a time limit. */
const limitModifiers = {
  IMMEDIATELY: "0 days",
  DAY: "1 day",
  WEEK: "7 days",
  MONTH: "1 month",
  YEAR: "1 year",
} as const satisfies Record<DeleteTimeLimit, string>;

const limitCaseSql = (column: string, sqlOf: (limit: DeleteTimeLimit, index: number) => string): string =>
  `CASE ${column} ${deleteTimeLimits.map((limit, index) => `WHEN '${limit}' THEN ${sqlOf(limit, index)}`).join(" ")} END`;
const limitRankSql = (column: string) => limitCaseSql(column, (_, index) => String(index));

/**
 * When `documentation d` may be deleted: the longer of its own time limit and its template's after its completion. Null unless the template,
 * as it is now, deletes automatically: destroying a documentation needs the consent of both.
 */
export const deletionTimeSql =
  sql.raw(`(SELECT CASE WHEN ${limitRankSql("t.delete_time_limit")} > ${limitRankSql("d.delete_time_limit")}
    THEN strftime('%Y-%m-%dT%H:%M:%SZ', d.delete_after, ${limitCaseSql("d.delete_time_limit", (limit) => `'-${limitModifiers[limit]}'`)},
      ${limitCaseSql("t.delete_time_limit", (limit) => `'+${limitModifiers[limit]}'`)})
    ELSE d.delete_after END
  FROM template t WHERE t.customer_id = d.customer_id AND t.id = d.template_id AND t.delete_automatically AND t.delete_time_limit IS NOT NULL)`);

/** The newest delivery of the whole documentation to a destination `x`. Ignores manual deliveries that were cancelled. */
const newestDeliverySql = sql.raw(`(SELECT n.id FROM delivery n INDEXED BY delivery_documentation
  WHERE n.customer_id = d.customer_id AND n.documentation_id = d.id AND n.template_export_configuration_id = x.id
    AND n.request ->> '$.photoIds' IS NULL AND n.request ->> '$.fileIds' IS NULL AND n.request ->> '$.comparison' IS NULL
    AND (n.is_automatic OR n.state <> 'CANCELLED')
  ORDER BY n.date_created DESC, n.rowid DESC LIMIT 1)`);

/**
 * The instant up to which a delivery `y` includes changes: the documentation's `last_updated` when its files were listed. That may be the
 * device's `date_created`, and a device's clock may be fast. Falls back to the delivery's creation for a value after the end of the
 * delivery, and for `date_created` itself, because a clock that is only slightly fast may be overtaken during a
 * long delivery.
 */
const deliveredUntilSql = sql.raw(
  "coalesce(CASE WHEN y.documentation_updated_at <= y.finished_at AND y.documentation_updated_at <> d.date_created THEN y.documentation_updated_at END, y.date_created)",
);

/** The content has changed since the delivery `y`. A change of status and hiding do not change the content. */
const changedSinceCondition = sql`d.last_updated > ${deliveredUntilSql} AND EXISTS (SELECT 1 FROM documentation_event e
  WHERE e.customer_id = d.customer_id AND e.documentation_id = d.id AND e.event_date > ${deliveredUntilSql}
    AND e.type IN ('TASK_EDIT', 'RENAMED', 'PAUSED', 'DOWNLOADED', 'COMPLETED')
    AND coalesce(e.params ->> '$.change', '') NOT IN ('TEMP_FILE_RECEIVED', 'RETAKE_ASKED', 'RETAKE_WITHDRAWN'))`;

/** Queries with one row (`type`, `name`, `until`) per blocker of the deletion. Several queries, because D1 allows five terms in a UNION. */
const blockerQueries = (instant: string): SQL[] => [
  sql`SELECT type, name, NULL AS until FROM (
    SELECT c.name, CASE
        WHEN y.id IS NULL THEN 'NOT_SENT'
        WHEN y.state IN ('PENDING', 'RUNNING', 'WAITING') THEN 'UNDER_WAY'
        WHEN y.state <> 'DONE' THEN y.state
        WHEN json_array_length(y.missing_items) > 0 THEN 'INCOMPLETE'
        WHEN ${changedSinceCondition} THEN 'CHANGED' END AS type
    FROM template_export_configuration x
      JOIN export_configuration c ON c.customer_id = x.customer_id AND c.id = x.export_configuration_id
      LEFT JOIN delivery y ON y.id = ${newestDeliverySql}
    WHERE x.customer_id = d.customer_id AND x.template_id = d.template_id
      AND (d.export_automatically OR x.params ->> '$.exportAutomatically' = 'true'))
    WHERE type IS NOT NULL`,
  sql`SELECT 'UNDER_WAY' AS type, e.export_configuration_name AS name, NULL AS until FROM export_event e
    WHERE e.customer_id = d.customer_id AND e.documentation_id = d.id AND e.delivery_id IS NOT NULL AND e.success IS NULL`,
  sql`SELECT 'LINK' AS type, e.export_configuration_name AS name, max(l.expires_at) AS until FROM export_event e
    JOIN delivery_link l ON l.customer_id = e.customer_id AND l.delivery_id = e.delivery_id
    WHERE e.customer_id = d.customer_id AND e.documentation_id = d.id AND l.expires_at > ${instant}
    GROUP BY e.export_configuration_name`,
  sql`SELECT 'DOCUMENT' AS type, o.file_name AS name, NULL AS until FROM export_document o
    WHERE o.customer_id = d.customer_id AND o.documentation_id = d.id AND o.state = 'MAKING'`,
  sql`SELECT 'RECEIVED_FILES' AS type, '' AS name, NULL AS until FROM temp_file f INDEXED BY temp_file_waiting
    WHERE f.customer_id = d.customer_id AND f.documentation_id = d.id AND f.decision IS NULL AND f.has_data LIMIT 1`,
  sql`SELECT 'RETAKES' AS type, '' AS name, NULL AS until FROM retake r INDEXED BY retake_documentation
    WHERE r.customer_id = d.customer_id AND r.documentation_id = d.id AND r.outcome IS NULL LIMIT 1`,
  sql`SELECT 'UPLOADS' AS type, '' AS name, max(u.expires_at) AS until FROM upload u INDEXED BY upload_open
    WHERE u.customer_id = d.customer_id AND u.documentation_id = d.id AND u.state = 'RESERVED' AND u.expires_at > ${instant}
    HAVING count(*) > 0`,
];

/** Condition for a `documentation d` that is due for deletion at an instant. */
export const dueCondition = (instant: Date): SQL =>
  sql`d.delete_after <= ${toIsoSeconds(instant)} AND coalesce(${deletionTimeSql} <= ${toIsoSeconds(instant)}, 0) AND ${sql.join(
    blockerQueries(toIsoSeconds(instant)).map((query) => sql`NOT EXISTS (${query})`),
    sql` AND `,
  )}`;

interface BlockerRow {
  type: DeletionBlocker;
  name: string;
  until: string | null;
}

/** When a documentation may be deleted automatically and, if its template allows it, the time limit and the blockers. */
export async function findDeletion(
  db: Database,
  row: typeof documentation.$inferSelect,
  instant = new Date(),
): Promise<Pick<DocumentationDetails, "deletion" | "deleteAfter">> {
  const noDeletion = { deletion: null, deleteAfter: null };
  if (!row.deleteAutomatically || isReadOnlyForStaff(row.status)) return noDeletion;
  const lists = blockerQueries(toIsoSeconds(instant)).map(
    (query) =>
      sql`(SELECT json_group_array(json_object('type', type, 'name', name, 'until', until)) FROM (${query}))`,
  );
  const deletionRow = await selectRow(
    db,
    {
      documentationLimit: nullable(text("d.delete_time_limit")),
      templateLimit: nullable(text("t.delete_time_limit")),
      deleteAfter: nullable(text(deletionTimeSql)),
      blockers: json<BlockerRow[][]>(sql`json_array(${sql.join(lists, sql`, `)})`),
    },
    (columns) =>
      sql`SELECT ${columns} FROM documentation d
        JOIN template t ON t.customer_id = d.customer_id AND t.id = d.template_id AND t.delete_automatically
        WHERE d.customer_id = ${row.customerId} AND d.id = ${idParam(row.id)}`,
  );
  const indexOfLimit = (limit: string | null | undefined) =>
    deleteTimeLimits.findIndex((value) => value === (limit ?? null));
  const [documentationIndex, templateIndex] = [
    indexOfLimit(deletionRow?.documentationLimit),
    indexOfLimit(deletionRow?.templateLimit),
  ];
  const limit =
    documentationIndex < 0 || templateIndex < 0
      ? undefined
      : deleteTimeLimits[Math.max(documentationIndex, templateIndex)];
  if (!deletionRow || !limit) return noDeletion;
  if (row.deleteAfter === null) return { deletion: { limit, blockers: [] }, deleteAfter: null };
  // A running delivery occurs twice: as the newest delivery of its destination and by its export event.
  const blockers = [
    ...new Map(
      deletionRow.blockers.flat().map((blocker) => [`${blocker.type} ${blocker.name}`, blocker]),
    ).values(),
  ];
  return { deletion: { limit, blockers }, deleteAfter: deletionRow.deleteAfter };
}
