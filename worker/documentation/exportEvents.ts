import { type SQL, sql } from "drizzle-orm";
import type { NamedExportEvent } from "#domain/endpoints/documentation/groups.ts";
import type { DeliveryProgress } from "#domain/endpoints/shared/deliveryProgress.ts";
import type { ExportEvent, ExportSummary } from "#domain/endpoints/shared/exportEvents.ts";
import type { Database } from "#worker/db/database.ts";
import { idAsText, idParam, textAsId } from "#worker/db/ids.ts";
import { flag, json, nullable, number, type Projection, selectRows, text, uuid } from "#worker/db/rows.ts";

/** Exports of documentations (2§3), from `export_event e`. */

const summaryColumns = {
  id: uuid("e.id"),
  exportConfigurationName: text("e.export_configuration_name"),
  type: text("e.type"),
  dateCreated: text("e.date_created"),
  success: nullable(flag("e.success")),
} as const;

/** Whether the delivery of an `export_event e` was cancelled. */
export const cancelledSql =
  "(e.success = 0 AND EXISTS (SELECT 1 FROM delivery y WHERE y.id = e.delivery_id AND y.state = 'CANCELLED'))";

const eventColumns = {
  ...summaryColumns,
  documentation: uuid("e.documentation_id"),
  exportConfigurationId: nullable(uuid("e.export_configuration_id")),
  username: text("e.username"),
  errorStatusCode: nullable(number("e.error_status_code")),
  errorMessage: nullable(text("e.error_message")),
  delivery: nullable(
    json<DeliveryProgress>(sql`(SELECT json_object('id', ${idAsText("y.id")}, 'state', y.state, 'automatic', json(iif(y.is_automatic, 'true', 'false')),
    'withoutMarkup', json(iif(y.request ->> '$.withoutMarkup', 'true', 'false')), 'unencrypted', json(iif(y.is_unencrypted, 'true', 'false')),
    'writesDirectly', json(iif(y.writes_directly, 'true', 'false')),
    'files', y.file_count, 'filesDone', y.files_done, 'bytes', y.bytes, 'bytesSent', y.bytes_sent, 'tries', y.tries, 'nextTry', y.next_try_at,
    'errorKind', y.error_kind, 'errorStatusCode', y.error_status_code, 'errorMessage', y.error_message)
    FROM delivery y WHERE y.id = e.delivery_id)`),
  ),
} satisfies Projection<ExportEvent>;

/** All exports of one documentation, newest first. */
export const listExportEvents = (
  db: Database,
  { customerId, id }: { customerId: number; id: string },
): Promise<ExportEvent[]> =>
  selectRows(
    db,
    eventColumns,
    (columns) => sql`SELECT ${columns} FROM export_event e
      WHERE e.customer_id = ${customerId} AND e.documentation_id = ${idParam(id)} ORDER BY e.date_created DESC, e.id`,
  );

/** The newest 100 exports of the documentations `d` that `from` and `condition` select. */
export const listNamedExportEvents = (db: Database, from: SQL, condition: SQL): Promise<NamedExportEvent[]> =>
  selectRows(
    db,
    { ...eventColumns, templateName: text("t.name") },
    (columns) => sql`SELECT ${columns}
      FROM ${from} CROSS JOIN export_event e ON e.customer_id = d.customer_id AND e.documentation_id = d.id
        JOIN template t ON t.id = d.template_id
      WHERE ${condition} ORDER BY e.date_created DESC, e.id LIMIT 100`,
  );

interface UploadedMedia {
  customerId: number;
  documentationId: string;
  dateUploaded: string | null;
}

/** Exports of one documentation that are read. */
const maxExportEvents = 20;

/**
 * Adds to photos or files the exports of their documentation since they were uploaded, newest first: an export contains everything that
 * arrived before it.
 */
export async function addExportEvents<T extends UploadedMedia>(
  db: Database,
  rows: readonly T[],
): Promise<(T & { exportEvents: ExportSummary[] })[]> {
  const owners = new Map(rows.map(({ customerId, documentationId }) => [documentationId, customerId]));
  const events = await selectRows(
    db,
    { ...summaryColumns, cancelled: flag(cancelledSql), documentation: eventColumns.documentation },
    (
      columns,
    ) => sql`SELECT ${columns} FROM json_each(${JSON.stringify([...owners])}) x CROSS JOIN export_event e
        ON e.customer_id = x.value ->> 1 AND e.documentation_id = ${textAsId("x.value ->> 0")}
      WHERE e.rowid IN (SELECT n.rowid FROM export_event n WHERE n.customer_id = x.value ->> 1 AND n.documentation_id = ${textAsId("x.value ->> 0")}
        ORDER BY n.date_created DESC LIMIT ${maxExportEvents})
      ORDER BY e.date_created DESC, e.id`,
  );
  const eventsByDocumentation = Map.groupBy(events, ({ documentation }) => documentation);
  return rows.map((row) => ({
    ...row,
    exportEvents: (eventsByDocumentation.get(row.documentationId) ?? []).filter(
      ({ dateCreated }) => row.dateUploaded !== null && dateCreated >= row.dateUploaded,
    ),
  }));
}
