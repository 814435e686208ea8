import { type SQL, sql } from "drizzle-orm";
import type { DayRange } from "#domain/core/calendar/days.ts";
import type { Database } from "#worker/db/database.ts";
import { number, rowOf } from "#worker/db/rows.ts";
import { narrowScope, type Scope } from "#worker/db/scope.ts";
import {
  type Filter,
  type FilterCondition,
  filterConditions,
  instantsOf,
  visibleCondition,
} from "./filter.ts";
import { matchSource, searchOf } from "./queryStrategy.ts";

/** The columns that the statistics are grouped by, besides those of what may be seen at all. */
const countedColumns: readonly FilterCondition["by"][] = ["templateId", "status", "exported", "dateCreated"];

/** Whether the statistics know all that a filter asks. @throws forbidden */
export const isCoveredByStatistics = (scope: Scope, filter: Filter): boolean =>
  filterConditions(scope, filter).every(({ by }) => countedColumns.includes(by));

/** How many documentations a filter matches, from the statistics where they suffice. @throws forbidden */
export async function countMatching(db: Database, scope: Scope, filter: Filter): Promise<number> {
  if (isCoveredByStatistics(scope, filter)) {
    const pieces = statisticsSources(scope, filter);
    const parts = pieces.map(({ count, from }) => sql`(SELECT ${count} ${from})`);
    return totalOf(db, sql.join(parts, sql` + `));
  }
  const [piece, ...others] = filterConditions(scope, filter);
  if (piece?.found && others.length === 0 && !scope.strays?.length) {
    // Nothing but indexes is read: the few rows that cannot be seen are taken off.
    const unseen = invisibleSeqs(narrowScope(scope, filter.customerId), filter);
    const seen = unseen ? sql`WHERE found.seq NOT IN (${unseen})` : sql``;
    const parts = (piece.parts ?? [piece.found]).map(
      (part) => sql`(SELECT count(*) FROM (${part}) found ${seen})`,
    );
    return totalOf(db, sql.join(parts, sql` + `));
  }
  const search = await searchOf(db, scope, filter);
  return totalOf(db, sql`count(*)`, sql`FROM ${matchSource(search)}`);
}

/** The `seq` of the rows in a scope that cannot be seen, by small indexes; undefined where all can be. */
function invisibleSeqs(
  { customerId, deleted }: Scope,
  { showHidden }: Pick<Filter, "showHidden">,
): SQL | undefined {
  const [status, own] =
    customerId === undefined
      ? [sql`documentation_all_status`, sql``]
      : [sql`documentation_status`, sql`AND u.customer_id = ${customerId}`];
  const parts = [
    ...(deleted
      ? []
      : [sql`SELECT u.seq FROM documentation u INDEXED BY ${status} WHERE u.status = 'DELETED' ${own}`]),
    ...(showHidden
      ? []
      : [sql`SELECT u.seq FROM documentation u INDEXED BY documentation_hidden WHERE u.hidden = 1 ${own}`]),
  ];
  return parts.length > 0 ? sql.join(parts, sql` UNION ALL `) : undefined;
}

const totalOf = async (db: Database, total: SQL, from = sql``): Promise<number> =>
  (await rowOf(db, { total: number(total) }, (columns) => sql`SELECT ${columns} ${from}`))?.total ?? 0;

/** What a filter that the statistics know matches, in pieces that add up: `FROM` and `WHERE` of `d`, and what counts documentations there. */
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
