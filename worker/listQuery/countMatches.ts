import { type SQL, sql } from "drizzle-orm";
import type { DayRange } from "#domain/core/calendar/days.ts";
import type { Database } from "#worker/db/database.ts";
import { number, selectRow } from "#worker/db/rows.ts";
import { narrowScope, type Scope } from "#worker/db/scope.ts";
import {
  createFilterConditions,
  type Filter,
  type FilterCondition,
  toInstants,
  visibleCondition,
} from "./filter.ts";
import { createMatchSource, createSearch, type Search } from "./queryStrategy.ts";

/** The filter columns that the statistics are grouped by, in addition to those of visibility. */
const statisticsColumns: readonly FilterCondition["criterion"][] = [
  "templateId",
  "status",
  "exported",
  "dateCreated",
];

/** True if the statistics have all columns of a filter. @throws forbidden */
export const isCoveredByStatistics = (scope: Scope, filter: Filter): boolean =>
  createFilterConditions(scope, filter).every(({ criterion }) => statisticsColumns.includes(criterion));

/** The number of documentations that a filter matches, from the statistics where they suffice. @throws forbidden */
export async function countMatches(db: Database, scope: Scope, filter: Filter): Promise<number> {
  if (isCoveredByStatistics(scope, filter)) {
    const statisticsParts = createStatisticsSources(scope, filter);
    const counts = statisticsParts.map(({ count, from: fromClause }) => sql`(SELECT ${count} ${fromClause})`);
    return selectTotal(db, sql.join(counts, sql` + `));
  }
  const [condition, ...otherFilters] = createFilterConditions(scope, filter);
  if (condition?.seqQuery && otherFilters.length === 0 && !scope.nonResidents?.length) {
    // Reads indexes only: excludes the few rows that are not visible.
    const invisibleQuery = invisibleSeqQuery(narrowScope(scope, filter.customerId), filter);
    const whereClause = invisibleQuery ? sql`WHERE found.seq NOT IN (${invisibleQuery})` : sql``;
    const counts = (condition.seqQueryParts ?? [condition.seqQuery]).map(
      (query) => sql`(SELECT count(*) FROM (${query}) found ${whereClause})`,
    );
    return selectTotal(db, sql.join(counts, sql` + `));
  }
  return countSearch(db, await createSearch(db, scope, filter));
}

/** The number of matches of a search, which may have narrower `visible` rows than its filter. */
export const countSearch = (db: Database, search: Search): Promise<number> =>
  selectTotal(db, sql`count(*)`, sql`FROM ${createMatchSource(search)}`);

/** The `seq` of the rows in a scope that are not visible, from small indexes; undefined if all rows are visible. */
function invisibleSeqQuery(
  { customerId, deleted }: Scope,
  { showHidden }: Pick<Filter, "showHidden">,
): SQL | undefined {
  const [statusIndex, customerCondition] =
    customerId === undefined
      ? [sql`documentation_all_status`, sql``]
      : [sql`documentation_status`, sql`AND u.customer_id = ${customerId}`];
  const queries = [
    ...(deleted
      ? []
      : [
          sql`SELECT u.seq FROM documentation u INDEXED BY ${statusIndex} WHERE u.status = 'DELETED' ${customerCondition}`,
        ]),
    ...(showHidden
      ? []
      : [
          sql`SELECT u.seq FROM documentation u INDEXED BY documentation_hidden WHERE u.hidden = 1 ${customerCondition}`,
        ]),
  ];
  return queries.length > 0 ? sql.join(queries, sql` UNION ALL `) : undefined;
}

const selectTotal = async (db: Database, total: SQL, fromClause = sql``): Promise<number> =>
  (await selectRow(db, { total: number(total) }, (columns) => sql`SELECT ${columns} ${fromClause}`))?.total ??
  0;

/**
 * Sources whose counts add up to the matches of a filter that the statistics cover: `from` is the `FROM` and `WHERE` of rows `d`, `count`
 * the number of documentations in them.
 */
export function createStatisticsSources(
  scope: Scope,
  { createdDateRange, ...filter }: Filter,
): { count: SQL; from: SQL }[] {
  const otherFilters = { ...filter, createdDateRange: null };
  const conditions = sql.join(
    [
      visibleCondition(scope, otherFilters),
      ...createFilterConditions(scope, otherFilters).map(({ condition }) => condition(false)),
    ],
    sql` AND `,
  );
  const months = createdDateRange ? splitWholeMonths(createdDateRange) : { first: "", last: "9", edges: [] };
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
    ...months.edges.map(([start, end]) => ({
      count: sql`count(*)`,
      from: sql`FROM documentation d WHERE ${conditions} AND d.date_created >= ${start} AND d.date_created < ${end}`,
    })),
  ];
}

const startOfMonth = (month: string) => `${month}-01T00:00:00Z`;

function addMonths(month: string, monthCount = 1): string {
  const [year = 0, monthNumber = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, monthNumber - 1 + monthCount, 1)).toISOString().slice(0, 7);
}

/**
 * Splits a range of Swedish days into whole UTC months, which the statistics count, and the edges outside them, a month or less each.
 * Months are compared as texts; if `first` is after `last`, there are no whole months.
 */
export function splitWholeMonths(range: DayRange): {
  first: string;
  last: string;
  edges: [string, string][];
} {
  const { from: start, end } = toInstants(range);
  let firstMonth = "";
  let lastMonth = "9";
  if (start) {
    const month = start.slice(0, 7);
    firstMonth = startOfMonth(month) >= start ? month : addMonths(month);
  }
  if (end) lastMonth = addMonths(end.slice(0, 7), -1);
  if (firstMonth > lastMonth) return { first: firstMonth, last: lastMonth, edges: [[start!, end!]] };
  const edges: [string, string][] = [];
  if (start && start < startOfMonth(firstMonth)) edges.push([start, startOfMonth(firstMonth)]);
  if (end && startOfMonth(addMonths(lastMonth)) < end) edges.push([startOfMonth(addMonths(lastMonth)), end]);
  return { first: firstMonth, last: lastMonth, edges };
}
