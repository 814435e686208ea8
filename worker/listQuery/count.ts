import { type SQL, sql } from "drizzle-orm";
import type { DayRange } from "#domain/core/calendar/days.ts";
import type { Database } from "#worker/db/database.ts";
import { number, selectRow } from "#worker/db/rows.ts";
import { narrowScope, type Scope } from "#worker/db/scope.ts";
import {
  type Filter,
  type FilterCondition,
  filterConditions,
  instantsOf,
  visibleCondition,
} from "./filter.ts";
import { matchSource, readSearch } from "./queryStrategy.ts";

/** The filter columns that the statistics are grouped by, in addition to those of visibility. */
const statisticsColumns: readonly FilterCondition["by"][] = [
  "templateId",
  "status",
  "exported",
  "dateCreated",
];

/** Whether the statistics have all columns of a filter. @throws forbidden */
export const isCoveredByStatistics = (scope: Scope, filter: Filter): boolean =>
  filterConditions(scope, filter).every(({ by }) => statisticsColumns.includes(by));

/** How many documentations a filter matches, from the statistics where they suffice. @throws forbidden */
export async function countMatching(db: Database, scope: Scope, filter: Filter): Promise<number> {
  if (isCoveredByStatistics(scope, filter)) {
    const sources = statisticsSources(scope, filter);
    const counts = sources.map(({ count, from }) => sql`(SELECT ${count} ${from})`);
    return queryTotal(db, sql.join(counts, sql` + `));
  }
  const [condition, ...rest] = filterConditions(scope, filter);
  if (condition?.matched && rest.length === 0 && !scope.nonResidents?.length) {
    // Reads indexes only: excludes the few rows that are not visible.
    const invisible = invisibleSeqs(narrowScope(scope, filter.customerId), filter);
    const where = invisible ? sql`WHERE found.seq NOT IN (${invisible})` : sql``;
    const counts = (condition.foundParts ?? [condition.matched]).map(
      (query) => sql`(SELECT count(*) FROM (${query}) found ${where})`,
    );
    return queryTotal(db, sql.join(counts, sql` + `));
  }
  const search = await readSearch(db, scope, filter);
  return queryTotal(db, sql`count(*)`, sql`FROM ${matchSource(search)}`);
}

/** The `seq` of the rows in a scope that are not visible, from small indexes; undefined if all rows are visible. */
function invisibleSeqs(
  { customerId, deleted }: Scope,
  { showHidden }: Pick<Filter, "showHidden">,
): SQL | undefined {
  const [statusIndex, ofCustomer] =
    customerId === undefined
      ? [sql`documentation_all_status`, sql``]
      : [sql`documentation_status`, sql`AND u.customer_id = ${customerId}`];
  const parts = [
    ...(deleted
      ? []
      : [
          sql`SELECT u.seq FROM documentation u INDEXED BY ${statusIndex} WHERE u.status = 'DELETED' ${ofCustomer}`,
        ]),
    ...(showHidden
      ? []
      : [
          sql`SELECT u.seq FROM documentation u INDEXED BY documentation_hidden WHERE u.hidden = 1 ${ofCustomer}`,
        ]),
  ];
  return parts.length > 0 ? sql.join(parts, sql` UNION ALL `) : undefined;
}

const queryTotal = async (db: Database, total: SQL, from = sql``): Promise<number> =>
  (await selectRow(db, { total: number(total) }, (columns) => sql`SELECT ${columns} ${from}`))?.total ?? 0;

/**
 * Sources whose counts add up to the matches of a filter that the statistics cover: `from` is the `FROM` and `WHERE` of rows `d`, `count`
 * the number of documentations in them.
 */
export function statisticsSources(
  scope: Scope,
  { createdDateRange, ...filter }: Filter,
): { count: SQL; from: SQL }[] {
  const rest = { ...filter, createdDateRange: null };
  const conditions = sql.join(
    [
      visibleCondition(scope, rest),
      ...filterConditions(scope, rest).map(({ condition }) => condition(false)),
    ],
    sql` AND `,
  );
  const months = createdDateRange ? wholeMonths(createdDateRange) : { first: "", last: "9", edges: [] };
  return [
    ...(months.first <= months.last
      ? [
          {
            count: sql`coalesce(sum(d.documentations), 0)`,
            from: sql`FROM documentation_statistics d
              WHERE ${conditions} AND d.month >= ${months.first} AND d.month <= ${months.last}`,
          },
        ]
      : []),
    ...months.edges.map(([from, before]) => ({
      count: sql`count(*)`,
      from: sql`FROM documentation d WHERE ${conditions} AND d.date_created >= ${from} AND d.date_created < ${before}`,
    })),
  ];
}

const startOf = (month: string) => `${month}-01T00:00:00Z`;

function monthAfter(month: string, months = 1): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/**
 * Splits a range of Swedish days into whole UTC months, which the statistics count, and the edges outside them, a month or less each.
 * Months compare as texts; `first` after `last` means none.
 */
export function wholeMonths(range: DayRange): { first: string; last: string; edges: [string, string][] } {
  const { from, before } = instantsOf(range);
  let first = "";
  let last = "9";
  if (from) {
    const month = from.slice(0, 7);
    first = startOf(month) >= from ? month : monthAfter(month);
  }
  if (before) last = monthAfter(before.slice(0, 7), -1);
  if (first > last) return { first, last, edges: [[from!, before!]] };
  const edges: [string, string][] = [];
  if (from && from < startOf(first)) edges.push([from, startOf(first)]);
  if (before && startOf(monthAfter(last)) < before) edges.push([startOf(monthAfter(last)), before]);
  return { first, last, edges };
}
