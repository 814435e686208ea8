import { and, asc, desc, eq, getTableName, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Actor } from "#domain/access/actor.ts";
import type { AnyResource, CountQuery, ListQuery, ListRow } from "#domain/contract/resource.ts";
import { isInstantField } from "#domain/core/fields.ts";
import { pick } from "#domain/core/objects.ts";
import { problem } from "#domain/core/problem.ts";
import { andCondition } from "#worker/db/andCondition.ts";
import type { Database } from "#worker/db/database.ts";
import { scopeCondition, scopeOf } from "#worker/db/scope.ts";
import { matchesSearchCondition } from "#worker/db/searchText.ts";
import { hasStoredKey, sortKeySql } from "#worker/db/sortKey.ts";
import { type Binding, type BoundRow, getColumns } from "./binding.ts";

/** Condition for the rows of a bound resource that the actor can see. */
function visibleCondition(
  { customerColumn, grantedCondition, existsCondition }: Binding,
  actor: Actor,
  customerId?: number,
): SQL | undefined {
  if (!customerColumn) return existsCondition;
  const scope = scopeOf(actor, customerId);
  const ownedCondition = scopeCondition(scope, { customerId: customerColumn });
  return and(
    grantedCondition && scope.customerId !== undefined
      ? or(ownedCondition, grantedCondition(scope.customerId))
      : ownedCondition,
    existsCondition,
  );
}

/** Condition for the row with an id, if the actor can see it. @throws notFound for text that cannot be an id */
export function rowCondition(binding: Binding, actor: Actor, id: string | number): SQL {
  const { table } = binding;
  const hasNumericId = table.id.dataType === "number";
  if (hasNumericId && !/^\d{1,15}$/.test(String(id))) throw problem("notFound");
  return andCondition(eq(table.id, hasNumericId ? Number(id) : String(id)), visibleCondition(binding, actor));
}

/** A page of rows. @param extraCondition an additional condition */
export async function listRows<R extends AnyResource>(
  db: Database,
  binding: Binding<R>,
  actor: Actor,
  query: ListQuery,
  extraCondition?: SQL,
): Promise<ListRow<R>[]> {
  const { resource, table } = binding;
  const { columns: listColumns, details = [] } = resource.list;
  const columns = listSelectColumns(binding);
  const selectedColumns =
    query.details === "true" ? listColumns : listColumns.filter((name) => !details.includes(name));
  const direction = query.order === "asc" ? asc : desc;
  const rows = await db
    .select(pick(columns, selectedColumns))
    .from(table)
    .where(
      and(
        visibleCondition(binding, actor, query.customerId),
        searchCondition(binding, query.q),
        extraCondition,
      ),
    )
    .orderBy(direction(createSortExpression(binding, columns, query.sort)), direction(table.id))
    .limit(query.max)
    .offset(query.offset);
  // Cast: the type of `bind` ensures that every field of the contract has a column or SQL.
  return rows as ListRow<R>[];
}

/** Sorts texts as names; numbers and instants by their column, so that SQLite can use its index. */
function createSortExpression(
  { resource: { fields }, table, derivedFields, sorts: sortExpressions }: Binding,
  columns: Record<string, SQL | SQL.Aliased | SQLiteColumn>,
  field: string,
): SQL {
  if (hasStoredKey(getTableName(table), field)) return sql`${getColumns(table)[`${field}Key`]}`;
  const source = sortExpressions[field] ?? derivedFields[field];
  const column = columns[field]!;
  const isNumeric = !source && "dataType" in column && column.dataType !== "string";
  return isNumeric || isInstantField(fields[field]) ? sql`${column}` : sortKeySql(source ?? sql`${column}`);
}

export async function countRows(
  db: Database,
  binding: Binding,
  actor: Actor,
  query: CountQuery,
  extraCondition?: SQL,
): Promise<number> {
  const [totals] = await db
    .select({ total: sql<number>`count(*)` })
    .from(binding.table)
    .where(
      and(
        visibleCondition(binding, actor, query.customerId),
        searchCondition(binding, query.q),
        extraCondition,
      ),
    );
  return totals?.total ?? 0;
}

/** @throws notFound, also for a row that the actor cannot see */
export async function findRow<R extends AnyResource>(
  db: Database,
  binding: Binding<R>,
  actor: Actor,
  id: string | number,
): Promise<BoundRow<R>> {
  const result = await db
    .select(listSelectColumns(binding))
    .from(binding.table)
    .where(rowCondition(binding, actor, id))
    .get();
  if (!result) throw problem("notFound");
  // Cast: as in `listRows`.
  const row = result as BoundRow<R>;
  return binding.extra ? { ...row, ...(await binding.extra.read(db, row)) } : row;
}

/** The readable fields of the contract except the extra ones: columns of the table, lists and derived fields. */
function listSelectColumns({
  resource,
  table,
  derivedFields,
  lists,
  extra,
}: Binding): Record<string, SQL | SQL.Aliased | SQLiteColumn> {
  const columns = getColumns(table);
  const getFieldExpression = (field: string) =>
    lists[field] ? lists[field].read.mapWith(JSON.parse).as(field) : derivedFields[field]?.as(field);
  return Object.fromEntries(
    Object.keys(resource.row.shape)
      .filter((field) => !extra?.fields.includes(field))
      .map((field) => [field, getFieldExpression(field) ?? columns[field]!]),
  );
}

export function searchCondition(
  { resource, table, derivedFields, searches }: Binding,
  q: string,
): SQL | undefined {
  if (!q) return undefined;
  const columns = getColumns(table);
  const { searchable } = resource.list;
  const texts = searchable
    .filter((field) => !searches[field])
    .map((field) => derivedFields[field] ?? columns[field]!);
  const conditions = [
    ...searchable.flatMap((field) => searches[field]?.(q) ?? []),
    ...(texts.length > 0 ? [matchesSearchCondition(texts, q)] : []),
  ];
  return sql`(${sql.join(conditions, sql` OR `)})`;
}
