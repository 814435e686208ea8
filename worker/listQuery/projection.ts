import { sql } from "drizzle-orm";
import { recordOf } from "#domain/core/objects.ts";
import { reportedColumns } from "#domain/documentation/columns.ts";
import type { DocumentationListRow, DocumentationSummary } from "#domain/endpoints/documentation/list.ts";
import { idAsText } from "#worker/db/ids.ts";
import { flag, json, nullable, number, type Projection, text, uuid } from "#worker/db/rows.ts";
import { toSqlName } from "#worker/db/sqlName.ts";
import { assigneeNameSql } from "#worker/documentation/assignees.ts";
import { deletionTimeSql } from "#worker/documentation/automaticDeletion.ts";
import { cancelledSql } from "#worker/documentation/exportEvents.ts";
import { sentBackSql } from "#worker/documentation/retakes.ts";
import { openThreadCountSql } from "#worker/documentation/threads.ts";
import { undecidedFileCountSql } from "#worker/documentation/undecidedTempFiles.ts";

/*
 * Columns of a documentation for readers that do not select the whole row. The aliases are fixed: `documentation d`, `template t`,
 * `customer c`.
 */

export const summaryColumns = {
  id: uuid("d.id"),
  customerId: number("d.customer_id"),
  templateId: uuid("d.template_id"),
  templateName: text("t.name"),
  name: text("d.name"),
  alias: nullable(text("d.alias")),
  creator: text("d.creator"),
  deviceId: text("d.device_id"),
  dateCreated: text("d.date_created"),
  dateUploaded: nullable(text("d.date_uploaded")),
  status: text<DocumentationSummary["status"]>("d.status"),
  numberOfPhotos: number("d.number_of_photos"),
  uploadedPhotos: number("d.uploaded_photos"),
} satisfies Projection<DocumentationSummary>;

/** Who has fetched the documentation; null unless it is fetched. */
export const fetchedColumn = nullable(
  json<NonNullable<DocumentationListRow["fetched"]>>(sql`CASE d.status WHEN 'DOWNLOADED' THEN (
    SELECT json_object('id', ${idAsText("f.id")}, 'creator', f.creator, 'deviceId', f.device_id, 'dateCreated', f.date_created)
    FROM documentation_fetch f WHERE f.customer_id = d.customer_id AND f.documentation_id = d.id AND f.ended_at IS NULL
    ORDER BY f.sequence DESC LIMIT 1) END`),
);

/** Maximum number of exports that a row of a list shows, the newest first. */
const maxExportEvents = 20;

export const listColumns = {
  ...summaryColumns,
  customerName: text("c.name"),
  hidden: flag("d.hidden"),
  lat: number("d.lat"),
  lng: number("d.lng"),
  fetched: fetchedColumn,
  deleteAfter: nullable(text(sql`iif(d.delete_after IS NULL, NULL, ${deletionTimeSql})`)),
  exportEvents: json<DocumentationListRow["exportEvents"]>(sql`(
    SELECT json_group_array(json_object('id', ${idAsText("e.id")}, 'exportConfigurationName', e.export_configuration_name, 'type', e.type,
      'dateCreated', e.date_created,
      'success', json(CASE e.success WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END),
      'cancelled', json(iif(${sql.raw(cancelledSql)}, 'true', 'false'))))
    FROM (SELECT * FROM export_event e WHERE e.customer_id = d.customer_id AND e.documentation_id = d.id
      ORDER BY e.date_created DESC LIMIT ${sql.raw(String(maxExportEvents))}) e)`),
  waitingFileCount: number(undecidedFileCountSql),
  sentBack: nullable(json<NonNullable<DocumentationListRow["sentBack"]>>(sentBackSql())),
  openThreadCount: number(openThreadCountSql),
  assigneeId: nullable(number("d.assignee_id")),
  assigneeName: nullable(text(assigneeNameSql)),
  dueDay: nullable(text("d.due_day")),
  ...recordOf(reportedColumns, (column) => nullable(text(`d.${toSqlName(column)}`))),
} satisfies Projection<Omit<DocumentationListRow, "matches">>;
