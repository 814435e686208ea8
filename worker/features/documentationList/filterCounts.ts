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
import { columnFilters, documentationFilter } from "#domain/endpoints/shared/documentationFilter.ts";
import type { Database } from "#worker/db/database.ts";
import { number, selectRow, selectRows, text, uuid } from "#worker/db/rows.ts";
import { narrowScope, type Scope } from "#worker/db/scope.ts";
import { needsAttentionQuery } from "#worker/listQuery/attention.ts";
import { isCoveredByStatistics, statisticsSources } from "#worker/listQuery/count.ts";
import { type Filter, rowFilterCondition, sqlName } from "#worker/listQuery/filter.ts";
import { matchSource, newestMatches, readSearch } from "#worker/listQuery/queryStrategy.ts";

type Query = z.output<NonNullable<typeof getFilterCounts.query>>;
type Counts = ResponseOf<typeof getFilterCounts>;

/** Number of newest rows sampled if more match, which costs about as much as an expensive list page. */
const maxSampledRows = 20_000;
/**
 * Counts the documentations of each choice of a filter under the other filters: from the statistics if they cover the filters,
 * from all matches if these are few, otherwise from the newest.
 * @throws forbidden
 */
export async function filterCounts(
  db: Database,
  scope: Scope,
  { of, ...otherFilters }: Query,
): Promise<Counts> {
  const filter = withoutFilter(otherFilters, of);
  if (of === "attentionFilter") return { items: await attentionCounts(db, scope, filter), exact: true };
  const column = `d.${sqlName(columnFilters[of].column)}`;
  const choice = sql.raw(of === "exportedFilter" ? `iif(${column}, 'true', 'false')` : column);
  if ((of === "statusFilter" || of === "templateFilter") && isCoveredByStatistics(scope, filter)) {
    const queries = statisticsSources(scope, filter).map(
      ({ count, from }) => sql`SELECT ${choice} AS choice, ${count} AS n ${from} GROUP BY 1`,
    );
    return { items: await countByChoice(db, of, sql`(${sql.join(queries, sql` UNION ALL `)})`), exact: true };
  }
  const search = await readSearch(db, scope, filter);
  const counted = (from: SQL) => sql`(SELECT ${choice} AS choice, 1 AS n FROM ${from})`;
  if (search.narrowest && search.matchCount < maxCountedDocumentations)
    return { items: await countByChoice(db, of, counted(matchSource(search))), exact: true };
  const { from, isWhole } = newestMatches(search, maxSampledRows);
  const [items, exact] = await Promise.all([countByChoice(db, of, counted(from)), isWhole(db)]);
  return { items, exact };
}

/** The filter without its condition on one column. */
const withoutFilter = (filter: Filter, column: CountedFilter): Filter => ({
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
async function attentionCounts(db: Database, scope: Scope, filter: Filter): Promise<Counts["items"]> {
  const narrowed = narrowScope(scope, filter.customerId);
  const condition = rowFilterCondition(scope, filter);
  const counted = (reason: AttentionReason) =>
    number(sql`(SELECT count(*) FROM (SELECT 1 FROM (${needsAttentionQuery(narrowed, [reason])}) found
      CROSS JOIN documentation d ON d.seq = found.seq WHERE ${condition} LIMIT ${maxCountedDocumentations}))`);
  const counts = await selectRow(
    db,
    Object.fromEntries(attentionReasons.map((reason) => [reason, counted(reason)])),
    (columns) => sql`SELECT ${columns}`,
  );
  return attentionReasons.map((choice) => ({ choice, documentations: counts?.[choice] ?? 0 }));
}
