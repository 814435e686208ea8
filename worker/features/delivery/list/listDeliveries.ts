import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { addSeconds } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { MissingDeliveryItem } from "#domain/delivery/states.ts";
import {
  type countDeliveries,
  type DeliveryDestination,
  type DeliveryDetails,
  type DeliveryFileRow,
  type DeliveryRow,
  type getDelivery,
  type listDeliveries,
  maxDestinations,
} from "#domain/endpoints/exports/delivery.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import {
  flag,
  json,
  nullable,
  number,
  type Projection,
  selectNumber,
  selectRow,
  selectRows,
  sha256,
  text,
  uuid,
} from "#worker/db/rows.ts";
import { type Scope, scopeSql } from "#worker/db/scope.ts";
import { matchesSearchCondition } from "#worker/db/searchText.ts";
import { sortKeySql } from "#worker/db/sortKey.ts";
import type { ExportReader } from "#worker/exportContent/exportPlan.ts";
import { createMatchQuery } from "#worker/listQuery/search.ts";

const failureColumns = (alias: string) => ({
  errorKind: nullable(text<NonNullable<DeliveryRow["errorKind"]>>(`${alias}.error_kind`)),
  errorStatusCode: nullable(number(`${alias}.error_status_code`)),
  errorMessage: nullable(text(`${alias}.error_message`)),
});

const rowColumns = {
  id: uuid("d.id"),
  state: text<DeliveryRow["state"]>("d.state"),
  automatic: flag("d.is_automatic"),
  withoutMarkup: flag("coalesce(d.request ->> '$.withoutMarkup', 0)"),
  files: number("d.file_count"),
  filesDone: number("d.files_done"),
  bytes: nullable(number("d.bytes")),
  bytesSent: number("d.bytes_sent"),
  unencrypted: flag("d.is_unencrypted"),
  writesDirectly: flag("d.writes_directly"),
  tries: number("d.tries"),
  nextTry: nullable(text("d.next_try_at")),
  ...failureColumns("d"),
  customerId: number("d.customer_id"),
  customerName: text("c.name"),
  documentationId: uuid("d.documentation_id"),
  documentationName: text("o.name"),
  templateName: text("t.name"),
  exportConfigurationId: uuid("d.export_configuration_id"),
  exportConfigurationName: text("d.export_configuration_name"),
  type: text<DeliveryRow["type"]>("d.type"),
  username: text("d.username"),
  missing: number("json_array_length(d.missing_items)"),
  dateCreated: text("d.date_created"),
  finished: nullable(text("d.finished_at")),
} satisfies Projection<DeliveryRow>;

const nameJoins =
  sql.raw(`CROSS JOIN documentation o ON o.customer_id = d.customer_id AND o.id = d.documentation_id
  CROSS JOIN customer c ON c.id = d.customer_id CROSS JOIN template t ON t.id = o.template_id`);

export type DeliveryFilter = z.output<NonNullable<typeof countDeliveries.query>>;

/**
 * The deliveries that match a filter, read from the most selective index and in its order. A term is searched in the
 * documentations' texts and the names of destinations.
 */
function deliveriesSql(scope: Scope, filter: DeliveryFilter): SQL {
  const { state, open: isActive, exportConfigurationId, documentationId, from, to, q } = filter;
  // An id belongs to one customer, so that customer's index can be used.
  const ownerSql = (table: string, id: string) =>
    sql`(SELECT x.customer_id FROM ${sql.raw(table)} x WHERE x.id = ${idParam(id)})`;
  const customerSql =
    scope.customerId !== undefined
      ? sql`${scope.customerId}`
      : documentationId !== undefined
        ? ownerSql("documentation", documentationId)
        : exportConfigurationId !== undefined
          ? ownerSql("export_configuration", exportConfigurationId)
          : null;
  const hasStateFilter = state !== undefined || isActive === true;
  const index =
    documentationId !== undefined
      ? "delivery_documentation"
      : exportConfigurationId !== undefined
        ? hasStateFilter
          ? "delivery_destination_state"
          : "delivery_destination"
        : customerSql
          ? hasStateFilter
            ? "delivery_customer_state"
            : "delivery_created"
          : hasStateFilter
            ? "delivery_state"
            : "delivery_all_created";
  const conditions = [
    ...(customerSql ? [sql`d.customer_id = ${customerSql}`] : [scopeSql(scope, "d")]),
    ...(documentationId !== undefined ? [sql`d.documentation_id = ${idParam(documentationId)}`] : []),
    ...(exportConfigurationId !== undefined
      ? [sql`d.export_configuration_id = ${idParam(exportConfigurationId)}`]
      : []),
    ...(state !== undefined ? [sql`d.state = ${state}`] : []),
    ...(isActive === true ? [sql.raw("d.state IN ('PENDING', 'RUNNING', 'WAITING')")] : []),
    ...(isActive === false ? [sql.raw("d.state NOT IN ('PENDING', 'RUNNING', 'WAITING')")] : []),
    ...(from !== undefined ? [sql`d.date_created >= ${from}`] : []),
    ...(to !== undefined ? [sql`d.date_created <= ${`${to}T23:59:59Z`}`] : []),
    ...(q === "" ? [] : [matchesTermCondition(scope, q)]),
  ];
  const whereClause = conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`1`;
  return sql`delivery d INDEXED BY ${sql.raw(index)} WHERE ${whereClause}`;
}

const matchesTermCondition = (scope: Scope, q: string): SQL => {
  // A subquery in FROM does not add to the depth of the expression.
  const documentationCondition = sql`d.documentation_id IN (SELECT o.id FROM documentation o
    WHERE o.seq IN (SELECT m.seq FROM (${createMatchQuery(scope, q)} LIMIT -1) m))`;
  return sql`(${matchesSearchCondition([sql.raw("d.export_configuration_name")], q)} OR ${documentationCondition})`;
};

export const listDeliveryPage = (
  db: Database,
  scope: Scope,
  { order, max, offset, sort: _, ...filter }: z.output<NonNullable<typeof listDeliveries.query>>,
): Promise<DeliveryRow[]> => {
  const directionSql = sql.raw(order === "asc" ? "ASC" : "DESC");
  return selectRows(
    db,
    rowColumns,
    (columns) => sql`SELECT ${columns}
      FROM (SELECT d.rowid AS place, d.date_created AS begun FROM ${deliveriesSql(scope, filter)}
        ORDER BY d.date_created ${directionSql}, d.rowid ${directionSql} LIMIT ${max} OFFSET ${offset}) p
        CROSS JOIN delivery d ON d.rowid = p.place ${nameJoins}
      ORDER BY p.begun ${directionSql}, p.place ${directionSql}`,
  );
};

export const countMatchingDeliveries = (
  db: Database,
  scope: Scope,
  filter: DeliveryFilter,
): Promise<number> => selectNumber(db, sql`SELECT count(*) FROM ${deliveriesSql(scope, filter)}`);

/** @throws notFound */
export async function findDeliveryRow(db: Database, scope: Scope, id: string): Promise<DeliveryRow> {
  const row = await selectRow(
    db,
    rowColumns,
    (columns) => sql`SELECT ${columns} FROM delivery d ${nameJoins}
      WHERE d.id = ${idParam(id)} AND ${scopeSql(scope, "d")}`,
  );
  if (!row) throw problem("notFound");
  return row;
}

const fileColumns = {
  id: uuid("f.id"),
  path: text("f.path"),
  kind: text<DeliveryFileRow["kind"]>("f.kind"),
  bytes: number("f.bytes"),
  bytesSent: number("f.bytes_sent"),
  sha256: nullable(sha256("f.sha256")),
  state: text<DeliveryFileRow["state"]>("f.state"),
  tries: number("f.tries"),
  remoteId: nullable(text("f.remote_id")),
  storedAs: nullable(text("f.stored_as")),
  arrival: nullable(text<NonNullable<DeliveryFileRow["arrival"]>>("f.arrival")),
  evidence: nullable(text<NonNullable<DeliveryFileRow["evidence"]>>("f.evidence")),
  ...failureColumns("f"),
  finished: nullable(text("f.finished_at")),
} satisfies Projection<DeliveryFileRow>;

/** A file without its identifying details, for readers who may not read files (2§6). */
const redactFile = (item: DeliveryFileRow, number: number): DeliveryFileRow =>
  item.kind === "FILE"
    ? { ...item, path: `#${number}`, sha256: null, remoteId: null, storedAs: null, errorMessage: null }
    : item;

/** @throws notFound */
export async function readDeliveryDetails(
  db: Database,
  { scope, files }: ExportReader,
  id: string,
  { max, offset, failed }: z.output<NonNullable<typeof getDelivery.query>>,
): Promise<DeliveryDetails> {
  const row = await findDeliveryRow(db, scope, id);
  const deliveryFilesCondition = sql`f.customer_id = ${row.customerId} AND f.delivery_id = ${idParam(id)}
    AND ${failed ? sql.raw("f.error_kind IS NOT NULL") : sql`1`}`;
  const [items, itemCount, missingRow] = await Promise.all([
    selectRows(
      db,
      fileColumns,
      (columns) => sql`SELECT ${columns} FROM delivery_file f INDEXED BY delivery_file_position
        WHERE ${deliveryFilesCondition} ORDER BY f.position LIMIT ${max} OFFSET ${offset}`,
    ),
    selectNumber(
      db,
      sql`SELECT count(*) FROM delivery_file f INDEXED BY delivery_file_position WHERE ${deliveryFilesCondition}`,
    ),
    selectRow(
      db,
      { items: json<MissingDeliveryItem[]>("d.missing_items") },
      (columns) => sql`SELECT ${columns} FROM delivery d WHERE d.id = ${idParam(id)}`,
    ),
  ]);
  const missingItems = missingRow?.items ?? [];
  const visibleContent = files
    ? { missingItems, items }
    : {
        missingItems: missingItems.map((item, index) =>
          item.kind === "FILE" ? { ...item, name: `#${index + 1}` } : item,
        ),
        items: items.map((item, index) => redactFile(item, offset + index + 1)),
      };
  return { ...row, ...visibleContent, itemCount };
}

/** Period of a destination's success statistics. */
const statisticsDays = 30;

/** Every destination with its recent delivery outcomes, at a few index lookups each. */
export function listDestinations(db: Database, scope: Scope): Promise<DeliveryDestination[]> {
  const periodStart = addSeconds(-statisticsDays * 86_400);
  const createDeliveriesSql = (condition: string) =>
    sql`FROM delivery d INDEXED BY delivery_destination_state WHERE d.customer_id = e.customer_id
      AND d.export_configuration_id = e.id AND d.state ${sql.raw(condition)}`;
  const lastFailureSql = (column: string) =>
    sql`(SELECT d.${sql.raw(column)} ${createDeliveriesSql("= 'FAILED'")} ORDER BY d.date_created DESC LIMIT 1)`;
  const countColumn = (condition: string) =>
    number(sql`(SELECT count(*) ${createDeliveriesSql(condition)} AND d.date_created >= ${periodStart})`);
  return selectRows(
    db,
    {
      exportConfigurationId: uuid("e.id"),
      exportConfigurationName: text("e.name"),
      customerName: text("c.name"),
      type: text<DeliveryDestination["type"]>("e.type"),
      done: countColumn("= 'DONE'"),
      failed: countColumn("= 'FAILED'"),
      inProgress: number(
        sql`(SELECT count(*) ${createDeliveriesSql("IN ('PENDING', 'RUNNING', 'WAITING')")})`,
      ),
      lastSuccess: nullable(
        text(
          sql`(SELECT d.finished_at ${createDeliveriesSql("= 'DONE'")} ORDER BY d.date_created DESC LIMIT 1)`,
        ),
      ),
      lastErrorKind: nullable(
        text<NonNullable<DeliveryDestination["lastErrorKind"]>>(lastFailureSql("error_kind")),
      ),
      lastError: nullable(text(lastFailureSql("error_message"))),
    },
    (columns) => sql`SELECT ${columns} FROM export_configuration e JOIN customer c ON c.id = e.customer_id
      WHERE ${scopeSql(scope, "e")}
      ORDER BY c.name_key, ${sortKeySql("e.name")}, e.id LIMIT ${maxDestinations}`,
  );
}
