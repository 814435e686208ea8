import { and, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { problem } from "#domain/core/problem.ts";
import { sortKeyOf } from "#domain/core/text/sortKey.ts";
import {
  type countDocumentationGroups,
  type DocumentationGroupRow,
  exportedStates,
  type listDocumentationGroups,
} from "#domain/endpoints/documentation/groups.ts";
import { isCheapToFold } from "#worker/db/casefold.ts";
import type { Database } from "#worker/db/database.ts";
import { idAsText, idParam } from "#worker/db/ids.ts";
import {
  flag,
  json,
  nullable,
  number,
  selectNumber,
  selectRow,
  selectRows,
  text,
  uuid,
} from "#worker/db/rows.ts";
import { customer, documentationGroup, exportedStateSql } from "#worker/db/schema/index.ts";
import { narrowScope, type Scope, scopeCondition, scopeSql } from "#worker/db/scope.ts";
import { matchesSearchCondition } from "#worker/db/searchText.ts";
import type { Group } from "./groupMembers.ts";
import { createEntriesSql } from "./search.ts";

type Filter = z.output<NonNullable<typeof countDocumentationGroups.query>>;
type Query = z.output<NonNullable<typeof listDocumentationGroups.query>>;

/** Number of matches from which a term counts as common: rows are then tested in the order of the sort index, not looked up by match. */
const commonTermThreshold = 20_000;

/**
 * Consecutive rows of a list that one index reads in order. Groups without the sort value come last, in a separate range sorted by name.
 */
interface IndexRange {
  from: SQL;
  condition: SQL;
  order: SQL;
}

/** A page of groups. Their ids are handled as text, because they exceed the safe integers of JavaScript. */
export async function listGroups(db: Database, scope: Scope, query: Query): Promise<DocumentationGroupRow[]> {
  const ids: string[] = [];
  let { offset } = query;
  for (const range of await createIndexRanges(db, scope, query)) {
    const limit = query.max - ids.length;
    const groupIds = await findGroupIds(db, range, limit, offset);
    ids.push(...groupIds);
    if (groupIds.length === limit) break;
    offset = groupIds.length > 0 ? 0 : Math.max(0, offset - (offset > 0 ? await countRange(db, range) : 0));
  }
  return findGroupRows(db, ids);
}

export async function countGroups(db: Database, scope: Scope, filter: Filter): Promise<number> {
  const visibleRows = visibleCondition(scope, filter);
  // The search index has one row per group.
  if (filter.query !== "") {
    const entriesSql = createEntriesSql(narrowScope(scope, filter.customerId), filter.query, "group");
    return selectNumber(db, sql`SELECT count(*) FROM ${entriesSql}`);
  }
  const { condition } = await createSearchSource(db, scope, filter);
  return countRange(db, { from: groupTableSql, condition: sql`${visibleRows} AND ${condition}` });
}

const findGroupIds = async (
  db: Database,
  { from, condition, order }: IndexRange,
  limit: number,
  offset: number,
) =>
  (
    await selectRows(
      db,
      { id: text("CAST(g.id AS TEXT)") },
      (columns) =>
        sql`SELECT ${columns} FROM ${from} WHERE ${condition} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
    )
  ).map(({ id }) => id);

const countRange = async (
  db: Database,
  { from, condition }: Pick<IndexRange, "from" | "condition">,
): Promise<number> => {
  const row = await selectRow(
    db,
    { total: number("count(*)") },
    (columns) => sql`SELECT ${columns} FROM ${from} WHERE ${condition}`,
  );
  return row?.total ?? 0;
};

const groupTableSql = sql`documentation_group g`;

/** The groups that a search reads (all of them, or the matches of the search index), and the condition that they must meet. */
async function createSearchSource(
  db: Database,
  scope: Scope,
  { query: term, customerId }: Filter,
): Promise<{ from: SQL; condition: SQL; isLookup: boolean }> {
  const texts = ["g.name", "g.alias"].map((column) => sql.raw(column));
  if (term === "") return { from: groupTableSql, condition: sql`1`, isLookup: false };
  const entriesSql = createEntriesSql(narrowScope(scope, customerId), term, "group");
  const hitCount = await selectNumber(
    db,
    sql`SELECT count(*) FROM (SELECT 1 FROM ${entriesSql} LIMIT ${commonTermThreshold})`,
  );
  if (hitCount === commonTermThreshold && isCheapToFold(term))
    return { from: groupTableSql, condition: matchesSearchCondition(texts, term), isLookup: false };
  return {
    // CROSS JOIN fixes the order: the matches first, then their rows.
    from: sql`(SELECT rowid AS id FROM ${entriesSql}) found CROSS JOIN documentation_group g ON g.id = found.id`,
    condition: sql`1`,
    isLookup: true,
  };
}

/** @throws forbidden for a customer outside the scope */
const visibleCondition = (scope: Scope, { customerId }: Filter, tableAlias = "g"): SQL =>
  scopeSql(narrowScope(scope, customerId), tableAlias);

async function createIndexRanges(db: Database, scope: Scope, query: Query): Promise<IndexRange[]> {
  const { from, condition: searchCondition, isLookup } = await createSearchSource(db, scope, query);
  const condition = sql`${visibleCondition(scope, query)} AND ${searchCondition}`;
  const direction = query.order === "asc" ? sql`ASC` : sql`DESC`;
  const orderByName = sql`g.name_key ${direction}, g.id ${direction}`;
  switch (query.sort) {
    case "id":
    case "name":
      return [{ from, condition, order: orderByName }];
    case "latest":
      return [{ from, condition, order: sql`g.latest_created_at ${direction}, g.id ${direction}` }];
    case "exported":
      return [
        {
          from,
          condition,
          order: sql`${exportedStateSql("g.")} ${direction}, g.latest_created_at ${direction}, g.id ${direction}`,
        },
      ];
    case "alias":
      return [
        {
          from,
          condition: sql`${condition} AND g.alias IS NOT NULL`,
          order: sql`g.alias_key ${direction}, g.id ${direction}`,
        },
        { from, condition: sql`${condition} AND g.alias IS NULL`, order: orderByName },
      ];
    case "customerName":
      return [
        {
          from: isLookup
            ? sql`${from} CROSS JOIN customer c ON c.id = g.customer_id`
            : sql`customer c CROSS JOIN documentation_group g ON g.customer_id = c.id`,
          condition,
          order: sql`c.name_key ${direction}, c.name ${direction}, ${orderByName}`,
        },
      ];
    default: {
      const joinCondition = sql`t.customer_id = g.customer_id AND t.name = g.name AND t.template_id = ${idParam(query.sort)}`;
      return [
        {
          from: isLookup
            ? sql`${from} CROSS JOIN documentation_group_template t ON ${joinCondition}`
            : sql`documentation_group_template t CROSS JOIN documentation_group g ON ${joinCondition}`,
          condition: sql`${condition} AND ${visibleCondition(scope, query, "t")} AND t.template_id = ${idParam(query.sort)}`,
          order: sql`t.latest_created_at ${direction}, t.name ${direction}`,
        },
        {
          from,
          condition: sql`${condition} AND NOT EXISTS (SELECT 1 FROM documentation_group_template t WHERE ${joinCondition})`,
          order: orderByName,
        },
      ];
    }
  }
}

const rowColumns = {
  customerId: number("g.customer_id"),
  customerName: text("c.name"),
  name: text("g.name"),
  alias: nullable(text("g.alias")),
  tag: flag("g.tagged = g.documentations"),
  documentations: number("g.documentations"),
  latest: text("g.latest_created_at"),
  exported: number(exportedStateSql("g.")),
  templates: json<DocumentationGroupRow["templates"]>(sql`(
    SELECT json_group_array(json_object('id', ${idAsText("x.id")}, 'name', x.name, 'documentations', x.documentations, 'latest', x.latest))
    FROM (SELECT t.id, t.name, s.documentations, s.latest_created_at AS latest FROM documentation_group_template s JOIN template t ON t.id = s.template_id
      WHERE s.customer_id = g.customer_id AND s.name = g.name ORDER BY t.name_key, t.id) x)`),
};

async function findGroupRows(db: Database, ids: readonly string[]): Promise<DocumentationGroupRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectRows(
    db,
    rowColumns,
    (columns) => sql`SELECT ${columns}
      FROM json_each(${JSON.stringify(ids)}) page CROSS JOIN documentation_group g ON g.id = CAST(page.value AS INTEGER)
        JOIN customer c ON c.id = g.customer_id
      ORDER BY page.key`,
  );
  return rows.map((row) => ({ ...row, exported: exportedStates[row.exported]! }));
}

/** @throws notFound */
export async function findGroupRow(
  db: Database,
  { customerId, name }: Group,
): Promise<DocumentationGroupRow> {
  const ids = await findGroupIds(
    db,
    {
      from: groupTableSql,
      condition: sql`g.customer_id = ${customerId} AND g.name = ${name}`,
      order: sql`g.id`,
    },
    1,
    0,
  );
  const [row] = await findGroupRows(db, ids);
  if (!row) throw problem("notFound");
  return row;
}

/** The customers in scope that have a group of exactly this name, sorted by name. The comparison of keys lets SQLite use the index. */
export const listGroupCustomers = (db: Database, scope: Scope, name: string) =>
  db
    .select({ id: customer.id, name: customer.name })
    .from(documentationGroup)
    .innerJoin(customer, eq(customer.id, documentationGroup.customerId))
    .where(
      and(
        eq(documentationGroup.name, name),
        eq(documentationGroup.nameKey, sortKeyOf(name)),
        scopeCondition(scope, documentationGroup),
      ),
    )
    .orderBy(customer.nameKey, customer.id);

/** The templates of the documentations in groups, the most used first. Tags add none, because a tagged documentation also has a name. */
export const listGroupTemplates = (db: Database, scope: Scope, customerId?: number) =>
  selectRows(
    db,
    { id: uuid("t.id"), name: text("t.name"), documentations: number("sum(s.documentations)") },
    (columns) => sql`SELECT ${columns} FROM documentation_statistics s JOIN template t ON t.id = s.template_id
    WHERE ${visibleCondition(scope, { query: "", customerId }, "s")} AND s.hidden = 0 AND s.status <> 'DELETED'
    GROUP BY t.id HAVING sum(s.documentations) > 0 ORDER BY documentations DESC, t.name_key, t.id LIMIT 500`,
  );
