import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import { addDays, toDayStart } from "#domain/core/calendar/days.ts";
import { documentationEventTypes } from "#domain/core/documentationTypes.ts";
import {
  type Activity,
  type ActivityKind,
  activityPageSize,
  kindOfEvent,
  type listActivity,
} from "#domain/endpoints/documentation/activity.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam, listParam } from "#worker/db/ids.ts";
import { json, selectRows, text, uuid } from "#worker/db/rows.ts";

type ActivityQuery = z.output<NonNullable<typeof listActivity.query>> & {
  /** The page ends here, although older activities may match. */
  scanEnd?: string | null;
};

const lowestId = "00000000-0000-0000-0000-000000000000";

/** The rows of each source that a call scans for filters without an index. */
const maxScannedRows = 20_000;

/** A table of activities `x`: its join, the columns of person and instant, and its indexes for a customer and for one documentation. */
interface Source {
  table: string;
  join: SQL;
  person: string;
  instant: string;
  indexes: { customer: string; documentation: string };
}

const documentationJoin = (id: string) =>
  sql.raw(`CROSS JOIN documentation d ON d.customer_id = x.customer_id AND d.id = ${id}`);

const eventSource: Source = {
  table: "documentation_event",
  join: documentationJoin("x.documentation_id"),
  person: "x.creator",
  instant: "x.event_date",
  indexes: { customer: "documentation_event_date", documentation: "documentation_event_documentation" },
};
const commentSource: Source = {
  table: "thread_comment",
  join: sql`CROSS JOIN thread h ON h.customer_id = x.customer_id AND h.id = x.thread_id ${documentationJoin("h.documentation_id")}`,
  person: "x.creator",
  instant: "x.date_created",
  indexes: { customer: "thread_comment_created", documentation: "thread_comment_created" },
};
const deliverySource: Source = {
  table: "delivery",
  join: documentationJoin("x.documentation_id"),
  person: "x.username",
  instant: "x.date_created",
  indexes: { customer: "delivery_created", documentation: "delivery_documentation" },
};

const commonColumns = ({ person, instant }: Source) => ({
  id: uuid("x.id"),
  at: text(instant),
  person: text(person),
  documentationId: uuid("d.id"),
  documentationName: text("coalesce(d.alias, d.name)"),
});

/** The activities of a source that the period and the cursor include. */
function periodConditions({ instant }: Source, customerId: number, query: ActivityQuery): SQL[] {
  const [at, id] = query.before?.split(";") ?? [];
  const instantSql = sql.raw(instant);
  return [
    sql`x.customer_id = ${customerId}`,
    ...(query.from ? [sql`${instantSql} >= ${toDayStart(query.from)}`] : []),
    ...(query.to ? [sql`${instantSql} < ${toDayStart(addDays(query.to))}`] : []),
    ...(at && id ? [sql`${instantSql} <= ${at} AND (${instantSql} < ${at} OR x.id < ${idParam(id)})`] : []),
  ];
}

/** The instant of the last row that a call may scan in a source; null if the source ends before. */
async function findScanEnd(
  db: Database,
  source: Source,
  customerId: number,
  query: ActivityQuery,
  scanLimit: number,
): Promise<string | null> {
  const [row] = await selectRows(
    db,
    { at: text(source.instant) },
    (
      columns,
    ) => sql`SELECT ${columns} FROM ${sql.raw(`${source.table} x INDEXED BY ${source.indexes.customer}`)}
      WHERE ${sql.join(periodConditions(source, customerId, query), sql` AND `)}
      ORDER BY ${sql.raw(source.instant)} DESC LIMIT 1 OFFSET ${scanLimit - 1}`,
  );
  return row?.at ?? null;
}

/** The FROM clause and all that follows, for one page of a source: the newest activities before the cursor that match the filter. */
function pageOf(source: Source, customerId: number, query: ActivityQuery, extraCondition = sql`1`): SQL {
  const { table, join, person, instant, indexes } = source;
  const instantSql = sql.raw(instant);
  const conditions = [
    ...periodConditions(source, customerId, query),
    sql`d.hidden = 0 AND d.status <> 'DELETED'`,
    extraCondition,
    ...(query.person ? [sql`+${sql.raw(person)} = ${query.person}`] : []),
    ...(query.scanEnd ? [sql`${instantSql} >= ${query.scanEnd}`] : []),
    ...(query.documentationId
      ? [
          table === "thread_comment"
            ? sql`h.documentation_id = ${idParam(query.documentationId)}`
            : sql`x.documentation_id = ${idParam(query.documentationId)}`,
        ]
      : []),
  ];
  const index = query.documentationId ? indexes.documentation : indexes.customer;
  return sql`FROM ${sql.raw(`${table} x INDEXED BY ${index}`)} ${join} WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${instantSql} DESC, x.id DESC LIMIT ${activityPageSize + 1}`;
}

/** A page of a customer's activity, merged from its sources. It may be short or empty, and still have a next page. */
export async function readActivity(
  db: Database,
  customerId: number,
  filter: ActivityQuery,
  { includesDeliveries, scanLimit = maxScannedRows }: { includesDeliveries: boolean; scanLimit?: number },
): Promise<ResponseOf<typeof listActivity>> {
  const isRequested = (kind: ActivityKind) => filter.kind === undefined || filter.kind === kind;
  const eventTypes = documentationEventTypes.filter((type) => isRequested(kindOfEvent[type]));
  const hasComments = isRequested("COMMENT");
  const hasDeliveries = includesDeliveries && isRequested("DELIVERY");
  // A kind is a table of its own, except for the kinds of events.
  const scannedSources = filter.documentationId
    ? []
    : [
        ...(eventTypes.length > 0 && (filter.person || filter.kind) ? [eventSource] : []),
        ...(hasComments && filter.person ? [commentSource] : []),
        ...(hasDeliveries && filter.person ? [deliverySource] : []),
      ];
  const scanEnds = await Promise.all(
    scannedSources.map((source) => findScanEnd(db, source, customerId, filter, scanLimit)),
  );
  const scanEnd = scanEnds.reduce((newest, end) => (end && (!newest || end > newest) ? end : newest), null);
  const query = { ...filter, scanEnd };
  const pages = await Promise.all([
    eventTypes.length > 0 ? listEvents(db, customerId, query, eventTypes) : [],
    hasComments ? listComments(db, customerId, query) : [],
    hasDeliveries ? listDeliveries(db, customerId, query) : [],
  ]);
  const activities = pages
    .flat()
    .sort((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1));
  const items = activities.slice(0, activityPageSize);
  const last = items.at(-1);
  const isFull = activities.length > activityPageSize;
  return {
    items,
    next: last && isFull ? `${last.at};${last.id}` : scanEnd && `${scanEnd};${lowestId}`,
    searchedTo: isFull ? null : scanEnd,
  };
}

async function listEvents(
  db: Database,
  customerId: number,
  query: ActivityQuery,
  eventTypes: readonly (typeof documentationEventTypes)[number][],
): Promise<Activity[]> {
  const isAny = eventTypes.length === documentationEventTypes.length;
  const rows = await selectRows(
    db,
    {
      ...commonColumns(eventSource),
      type: text<(typeof documentationEventTypes)[number]>("x.type"),
      params: json<Record<string, string>>("x.params"),
    },
    (columns) =>
      sql`SELECT ${columns} ${pageOf(eventSource, customerId, query, isAny ? sql`1` : sql`+x.type IN ${listParam(eventTypes)}`)}`,
  );
  return rows.map(({ type, params, ...row }) => ({
    ...row,
    kind: kindOfEvent[type],
    event: { type, params },
    comment: null,
    delivery: null,
  }));
}

async function listComments(db: Database, customerId: number, query: ActivityQuery): Promise<Activity[]> {
  const rows = await selectRows(
    db,
    { ...commonColumns(commentSource), threadId: uuid("x.thread_id"), text: text("x.text") },
    (columns) => sql`SELECT ${columns} ${pageOf(commentSource, customerId, query)}`,
  );
  return rows.map(({ threadId, text: comment, ...row }) => ({
    ...row,
    kind: "COMMENT",
    event: null,
    comment: { threadId, text: comment },
    delivery: null,
  }));
}

async function listDeliveries(db: Database, customerId: number, query: ActivityQuery): Promise<Activity[]> {
  const rows = await selectRows(
    db,
    {
      ...commonColumns(deliverySource),
      state: text<NonNullable<Activity["delivery"]>["state"]>("x.state"),
      destination: text("x.export_configuration_name"),
    },
    (columns) => sql`SELECT ${columns} ${pageOf(deliverySource, customerId, query)}`,
  );
  return rows.map(({ state, destination, ...row }) => ({
    ...row,
    kind: "DELIVERY",
    event: null,
    comment: null,
    delivery: { state, destination },
  }));
}
