import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { getCreators, getFilterTemplates } from "#domain/endpoints/documentation/list.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam } from "#worker/db/ids.ts";
import { flag, type Projection, selectRows, text, uuid } from "#worker/db/rows.ts";
import { narrowScope, type Scope, scopeSql } from "#worker/db/scope.ts";
import { matchesSearchCondition } from "#worker/db/searchText.ts";
import { sortKeySql } from "#worker/db/sortKey.ts";
import { visibleCondition } from "#worker/listQuery/filter.ts";

type CreatorLookup = z.output<NonNullable<typeof getCreators.query>>;
type TemplateLookup = z.output<NonNullable<typeof getFilterTemplates.query>>;
type FilterTemplate = z.input<NonNullable<typeof getFilterTemplates.response>>["items"][number];

const filterTemplateColumns = {
  id: uuid("t.id"),
  name: text("t.name"),
  customerName: text("c.name"),
  deleted: flag("t.date_deleted IS NOT NULL"),
} satisfies Projection<FilterTemplate>;

/**
 * The creators of the documentations in the scope. Each name costs one index step, so the cost grows with creators, not with
 * documentations.
 * @throws forbidden
 */
export async function listCreators(db: Database, scope: Scope, lookup: CreatorLookup): Promise<string[]> {
  const documentationCondition = scopeSql(narrowScope(scope, lookup.customerId), "d");
  const nextCreatorSql = (previousCreatorSql: SQL) =>
    sql`(SELECT min(d.creator) FROM documentation d WHERE ${documentationCondition} AND d.creator > ${previousCreatorSql})`;
  const notDeletedCondition = scope.deleted ? sql`1` : sql`+d.status <> 'DELETED'`;
  const rows = await selectRows(
    db,
    { creator: text("creator") },
    (columns) => sql`
    WITH RECURSIVE step(creator) AS (SELECT ${nextCreatorSql(sql`''`)} UNION ALL SELECT ${nextCreatorSql(sql`step.creator`)} FROM step WHERE step.creator IS NOT NULL)
    SELECT ${columns} FROM step WHERE creator IS NOT NULL ${lookup.q ? sql`AND ${matchesSearchCondition([sql`creator`], lookup.q)}` : sql``}
      AND EXISTS (SELECT 1 FROM documentation d WHERE ${documentationCondition} AND d.creator = step.creator AND ${notDeletedCondition})
    ORDER BY ${sortKeySql("creator")}, creator LIMIT ${lookup.max}`,
  );
  return rows.map(({ creator }) => creator);
}

/**
 * The templates of the documentations in the scope, from the statistics.
 * @throws forbidden
 */
export async function listTemplates(
  db: Database,
  scope: Scope,
  { ids, q, max, customerId }: TemplateLookup,
): Promise<FilterTemplate[]> {
  const conditions = [visibleCondition(scope, { customerId, showHidden: true })];
  if (ids.length > 0) conditions.push(sql`t.id IN ${idListParam(ids)}`);
  if (q) conditions.push(matchesSearchCondition([sql`t.name`], q));
  return selectRows(
    db,
    filterTemplateColumns,
    (columns) => sql`SELECT ${columns}
    FROM documentation_statistics d JOIN template t ON t.id = d.template_id JOIN customer c ON c.id = d.customer_id
    WHERE ${sql.join(conditions, sql` AND `)} GROUP BY t.id HAVING sum(d.documentations) > 0
    ORDER BY t.name_key, t.id LIMIT ${max}`,
  );
}
