import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import { type AttentionReason, attentionReasons } from "#domain/core/documentationTypes.ts";
import {
  type CountedFilter,
  type getFilterCounts,
  maxCountedDocumentations,
  maxFilterChoices,
} from "#domain/endpoints/documentation/filterCounts.ts";
import {
  columnFilters,
  documentationFilter,
  unassigned,
} from "#domain/endpoints/shared/documentationFilter.ts";
import type { Database } from "#worker/db/database.ts";
import { number, selectRow, selectRows, text, uuid } from "#worker/db/rows.ts";
import { narrowScope, type Scope } from "#worker/db/scope.ts";
import { toSqlName } from "#worker/db/sqlName.ts";
import { createAttentionQuery } from "#worker/listQuery/attention.ts";
import { createStatisticsSources, isCoveredByStatistics } from "#worker/listQuery/countMatches.ts";
import { type Filter, rowFilterCondition } from "#worker/listQuery/filter.ts";
import { createMatchSource, createNewestMatchSource, createSearch } from "#worker/listQuery/queryStrategy.ts";

type FilterCountQuery = z.output<NonNullable<typeof getFilterCounts.query>>;
type Counts = ResponseOf<typeof getFilterCounts>;

/** Number of the newest matching rows that are sampled if too many match; this costs about as much as an expensive list page. */
const maxSampledRows = 20_000;
/**
 * Counts the documentations of each choice of a filter under the other filters: from the statistics if they cover the filters,
 * from all matches if these are few, otherwise from the newest.
 * @throws forbidden
 */
export async function readFilterCounts(
  db: Database,
  scope: Scope,
  { filter: countedFilter, ...otherFilters }: FilterCountQuery,
): Promise<Counts> {
  const filter = removeFilter(otherFilters, countedFilter);
  if (countedFilter === "attentionFilter")
    return { items: await countAttentionReasons(db, scope, filter), exact: true };
  const column = `d.${toSqlName(columnFilters[countedFilter].column)}`;
  const choiceSql = sql.raw(choiceExpressionOf(countedFilter, column));
  if (
    (countedFilter === "statusFilter" || countedFilter === "templateFilter") &&
    isCoveredByStatistics(scope, filter)
  ) {
    const queries = createStatisticsSources(scope, filter).map(
      ({ count, from }) => sql`SELECT ${choiceSql} AS choice, ${count} AS n ${from} GROUP BY 1`,
    );
    return {
      items: await countByChoice(db, countedFilter, sql`(${sql.join(queries, sql` UNION ALL `)})`),
      exact: true,
    };
  }
  const search = await createSearch(db, scope, filter);
  const choiceRowsSql = (from: SQL) => sql`(SELECT ${choiceSql} AS choice, 1 AS n FROM ${from})`;
  if (search.narrowestCondition && search.matchCount < maxCountedDocumentations)
    return {
      items: await countByChoice(db, countedFilter, choiceRowsSql(createMatchSource(search))),
      exact: true,
    };
  const { from, includesAllMatches } = createNewestMatchSource(search, maxSampledRows);
  const [items, isExact] = await Promise.all([
    countByChoice(db, countedFilter, choiceRowsSql(from)),
    includesAllMatches(db),
  ]);
  return { items, exact: isExact };
}

function choiceExpressionOf(countedFilter: CountedFilter, column: string): string {
  if (countedFilter === "exportedFilter") return `iif(${column}, 'true', 'false')`;
  return countedFilter === "assigneeFilter" ? `coalesce(CAST(${column} AS TEXT), '${unassigned}')` : column;
}

/** The filter without its condition on one column. */
const removeFilter = (filter: Filter, column: CountedFilter): Filter => ({
  ...filter,
  [column]: documentationFilter[column].parse(undefined),
  ...(column === "templateFilter" && { deletedTemplates: false }),
});

/** @param choices rows of `choice` and `n` */
const countByChoice = (db: Database, column: CountedFilter, choices: SQL) =>
  selectRows(
    db,
    { choice: column === "templateFilter" ? uuid("choice") : text("choice"), documentations: number("n") },
    (columns) => sql`SELECT ${columns} FROM (
      SELECT choice, sum(n) AS n FROM ${choices} GROUP BY 1 ORDER BY n DESC, choice LIMIT ${maxFilterChoices})
      WHERE n > 0`,
  );

/** Few documentations need attention: each reason has small indexes. */
async function countAttentionReasons(db: Database, scope: Scope, filter: Filter): Promise<Counts["items"]> {
  const narrowedScope = narrowScope(scope, filter.customerId);
  const condition = rowFilterCondition(scope, filter);
  const countColumnOf = (reason: AttentionReason) =>
    number(sql`(SELECT count(*) FROM (SELECT 1 FROM (${createAttentionQuery(narrowedScope, [reason])}) found
      CROSS JOIN documentation d ON d.seq = found.seq WHERE ${condition} LIMIT ${maxCountedDocumentations}))`);
  const counts = await selectRow(
    db,
    Object.fromEntries(attentionReasons.map((reason) => [reason, countColumnOf(reason)])),
    (columns) => sql`SELECT ${columns}`,
  );
  return attentionReasons.map((reason) => ({
    choice: reason,
    documentations: counts?.[reason] ?? 0,
  }));
}
