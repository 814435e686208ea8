import { and, asc, desc, eq, getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Actor } from "#domain/access/actor.ts";
import type { AnyResource, CountQuery, ListQuery, ListRow } from "#domain/contract/resource.ts";
import { isInstantField } from "#domain/core/fields.ts";
import { pick } from "#domain/core/objects.ts";
import { problem } from "#domain/core/problem.ts";
import { andCondition } from "#worker/db/andCondition.ts";
import { containsFolded } from "#worker/db/casefold.ts";
import type { Database } from "#worker/db/database.ts";
import { scopeCondition, scopeOf } from "#worker/db/scope.ts";
import { hasStoredKey, sortKeySql } from "#worker/db/sortKey.ts";
import { type Binding, columnsOf, type FoundRow } from "./binding.ts";

/** Condition for the rows of a bound resource that the actor can see. */
const visibleCondition = (
  { owner, existsCondition }: Binding,
  actor: Actor,
  customerId?: number,
): SQL | undefined =>
  and(owner ? scopeCondition(scopeOf(actor, customerId), { customerId: owner }) : undefined, existsCondition);

/** Condition for the row with an id, if the actor can see it. @throws notFound for text that cannot be an id */
export function rowCondition(binding: Binding, actor: Actor, id: string | number): SQL {
  const { table } = binding;
  const isNumbered = table.id.dataType === "number";
  if (isNumbered && !/^\d{1,15}$/.test(String(id))) throw problem("notFound");
  return andCondition(eq(table.id, isNumbered ? Number(id) : String(id)), visibleCondition(binding, actor));
}

/** A page of rows. @param where an additional condition */
export async function listRows<R extends AnyResource>(
  db: Database,
  binding: Binding<R>,
  actor: Actor,
  query: ListQuery,
  where?: SQL,
): Promise<ListRow<R>[]> {
  const { resource, table } = binding;
  const { columns: listColumns, details = [] } = resource.list;
  const columns = selectColumns(binding);
  const selected =
    query.details === "true" ? listColumns : listColumns.filter((name) => !details.includes(name));
  const direction = query.order === "asc" ? asc : desc;
  const rows = await db
    .select(pick(columns, selected))
    .from(table)
    .where(and(visibleCondition(binding, actor, query.customerId), searchCondition(binding, query.q), where))
    .orderBy(direction(sortExpression(binding, columns, query.sort)), direction(table.id))
    .limit(query.max)
    .offset(query.offset);
  // Cast: the type of `bind` ensures that every field of the contract has a column or SQL.
  return rows as ListRow<R>[];
}

/** Sorts texts as names; numbers and instants as they are, so that SQLite can use their indexes. */
function sortExpression(
  { resource: { fields }, table, derived, sorts }: Binding,
  columns: Record<string, SQL | SQL.Aliased | SQLiteColumn>,
  field: string,
): SQL {
  if (hasStoredKey(getTableName(table), field)) return sql`${columnsOf(table)[`${field}Key`]}`;
  const source = sorts[field] ?? derived[field];
  const column = columns[field]!;
  const isNumber = !source && "dataType" in column && column.dataType !== "string";
  return isNumber || isInstantField(fields[field]) ? sql`${column}` : sortKeySql(source ?? sql`${column}`);
}

export async function countRows(
  db: Database,
  binding: Binding,
  actor: Actor,
  query: CountQuery,
  where?: SQL,
): Promise<number> {
  const [totals] = await db
    .select({ total: sql<number>`count(*)` })
    .from(binding.table)
    .where(and(visibleCondition(binding, actor, query.customerId), searchCondition(binding, query.q), where));
  return totals?.total ?? 0;
}

/** @throws notFound, also for a row that the actor cannot see */
export async function findRow<R extends AnyResource>(
  db: Database,
  binding: Binding<R>,
  actor: Actor,
  id: string | number,
): Promise<FoundRow<R>> {
  const found = await db
    .select(selectColumns(binding))
    .from(binding.table)
    .where(rowCondition(binding, actor, id))
    .get();
  if (!found) throw problem("notFound");
  // Cast: as in `listRows`.
  const row = found as FoundRow<R>;
  return binding.extra ? { ...row, ...(await binding.extra.read(db, row)) } : row;
}

/** The readable fields of the contract without the extra ones: columns of the table, lists and derived fields. */
function selectColumns({
  resource,
  table,
  derived,
  lists,
  extra,
}: Binding): Record<string, SQL | SQL.Aliased | SQLiteColumn> {
  const columns = columnsOf(table);
  const read = (field: string) =>
    lists[field] ? lists[field].read.mapWith(JSON.parse).as(field) : derived[field]?.as(field);
  return Object.fromEntries(
    Object.keys(resource.row.shape)
      .filter((field) => !extra?.fields.includes(field))
      .map((field) => [field, read(field) ?? columns[field]!]),
  );
}

export function searchCondition({ resource, table, derived, searches }: Binding, q: string): SQL | undefined {
  if (!q) return undefined;
  const columns = columnsOf(table);
  const hits = resource.list.searched.map(
    (field) => searches[field]?.(q) ?? containsFolded(derived[field] ?? columns[field]!, q),
  );
  return sql`(${sql.join(hits, sql` OR `)})`;
}
