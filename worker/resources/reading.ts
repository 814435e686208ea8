import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Actor } from "#domain/access/actor.ts";
import type { AnyResource, CountQuery, ListQuery, ListRow } from "#domain/contract/resource.ts";
import { isInstantField } from "#domain/core/fields.ts";
import { pick } from "#domain/core/objects.ts";
import { problem } from "#domain/core/problem.ts";
import { containsFolded } from "#worker/db/casefold.ts";
import type { Database } from "#worker/db/database.ts";
import { scopeCondition, scopeOf } from "#worker/db/scope.ts";
import { type Binding, columnsOf, type FoundRow } from "./binding.ts";

/** Condition of the rows of a bound resource that the actor can see. */
const visibleCondition = ({ owner, living }: Binding, actor: Actor, customerId?: number): SQL | undefined =>
  and(owner ? scopeCondition(scopeOf(actor, customerId), { customerId: owner }) : undefined, living);

/** Condition of the row of an id that the actor can see. @throws notFound for what cannot be an id */
export function rowOf(binding: Binding, actor: Actor, id: string | number): SQL {
  const { table } = binding;
  const numbered = table.id.dataType === "number";
  if (numbered && !/^\d{1,15}$/.test(String(id))) throw problem("notFound");
  return and(eq(table.id, numbered ? Number(id) : String(id)), visibleCondition(binding, actor)) as SQL;
}

/** A page of rows; `where` narrows the query. */
export async function listRows<R extends AnyResource>(
  db: Database,
  binding: Binding<R>,
  actor: Actor,
  query: ListQuery,
  where?: SQL,
): Promise<ListRow<R>[]> {
  const { resource, table } = binding;
  const { columns: named, details = [] } = resource.list;
  const columns = selection(binding);
  const shown = query.details === "true" ? named : named.filter((name) => !details.includes(name));
  const direction = query.order === "asc" ? asc : desc;
  const rows = await db
    .select(pick(columns, shown))
    .from(table)
    .where(and(visibleCondition(binding, actor, query.customerId), searchCondition(binding, query.q), where))
    .orderBy(direction(sortedBy(resource, columns, query.sort)), direction(table.id))
    .limit(query.max)
    .offset(query.offset);
  // `bind` has checked that every field of the contract has a column or SQL of its own.
  return rows as ListRow<R>[];
}

/** Sorts texts without regard to ASCII case, numbers and instants as they are, so that their indexes serve. */
function sortedBy(
  { fields }: AnyResource,
  columns: Record<string, SQL | SQL.Aliased | SQLiteColumn>,
  field: string,
): SQL {
  const column = columns[field]!;
  const numbers = "dataType" in column && column.dataType !== "string";
  return numbers || isInstantField(fields[field]) ? sql`${column}` : sql`${column} COLLATE NOCASE`;
}

export async function countRows(
  db: Database,
  binding: Binding,
  actor: Actor,
  query: CountQuery,
  where?: SQL,
): Promise<number> {
  const [counted] = await db
    .select({ total: sql<number>`count(*)` })
    .from(binding.table)
    .where(and(visibleCondition(binding, actor, query.customerId), searchCondition(binding, query.q), where));
  return counted?.total ?? 0;
}

/** @throws notFound also for a row that the actor cannot see */
export async function findRow<R extends AnyResource>(
  db: Database,
  binding: Binding<R>,
  actor: Actor,
  id: string | number,
): Promise<FoundRow<R>> {
  const found = await db
    .select(selection(binding))
    .from(binding.table)
    .where(rowOf(binding, actor, id))
    .get();
  if (!found) throw problem("notFound");
  const row = found as FoundRow<R>;
  return binding.further ? { ...row, ...(await binding.further.read(db, row)) } : row;
}

/** The readable fields of the contract, without its further ones: columns of the table, lists and derived fields. */
function selection({
  resource,
  table,
  derived,
  lists,
  further,
}: Binding): Record<string, SQL | SQL.Aliased | SQLiteColumn> {
  const columns = columnsOf(table);
  const read = (field: string) =>
    lists[field] ? lists[field].read.mapWith(JSON.parse).as(field) : derived[field]?.as(field);
  return Object.fromEntries(
    Object.keys(resource.row.shape)
      .filter((field) => !further?.fields.includes(field))
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
