import { and, asc, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import type { Actor } from "../../domain/access/actor";
import { pick } from "../../domain/pick";
import { problem } from "../../domain/problem";
import type { AnyResource, CountQuery, ListQuery } from "../../domain/resource";
import { holds } from "../db/casefold";
import type { Database } from "../db/database";
import { scoped, scopeOf } from "../db/scope";
import type { Binding, Fields, Found } from "./binding";

/** The rows of a bound resource the actor sees at all. */
const visible = ({ owner, living }: Binding, actor: Actor, customerId?: number): SQL | undefined =>
  and(owner ? scoped(scopeOf(actor, customerId), { customerId: owner }) : undefined, living);

/** The row of an id, if the actor sees it. What cannot be an id names nothing. */
export function rowOf(binding: Binding, actor: Actor, id: string | number): SQL {
  const { table } = binding;
  const numbered = table.id.dataType === "number";
  if (numbered && !/^\d{1,15}$/.test(String(id))) throw problem("notFound");
  return and(eq(table.id, numbered ? Number(id) : String(id)), visible(binding, actor)) as SQL;
}

/** A page of rows; `where` narrows what the query asks for. */
export async function listRows(
  db: Database,
  binding: Binding,
  actor: Actor,
  query: ListQuery,
  where?: SQL,
): Promise<Fields[]> {
  const { resource, table } = binding;
  const { columns: named, details = [] } = resource.list;
  const columns = selection(binding);
  const shown = query.details === "true" ? named : named.filter((name) => !details.includes(name));
  const direction = query.order === "asc" ? asc : desc;
  return db
    .select(pick(columns, shown))
    .from(table)
    .where(and(visible(binding, actor, query.customerId), searched(binding, query.q), where))
    .orderBy(direction(sortedBy(resource, columns, query.sort)), direction(table.id))
    .limit(query.max)
    .offset(query.offset);
}

/** Texts without regard to ASCII case; numbers and instants as they are, so that an index of theirs serves. */
function sortedBy({ fields }: AnyResource, columns: Record<string, SQL | SQLiteColumn>, field: string): SQL {
  const column = columns[field]!;
  const numbers = "dataType" in column && column.dataType !== "string";
  const schema = fields[field];
  const instants = schema instanceof z.ZodPipe && schema.def.in instanceof z.ZodISODateTime;
  return numbers || instants ? sql`${column}` : sql`${column} COLLATE NOCASE`;
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
    .where(and(visible(binding, actor, query.customerId), searched(binding, query.q), where));
  return counted?.total ?? 0;
}

/** @throws notFound for a row that is not there, and for one the actor does not see. */
export async function findRow(
  db: Database,
  binding: Binding,
  actor: Actor,
  id: string | number,
): Promise<Found> {
  const found = await db
    .select(selection(binding))
    .from(binding.table)
    .where(rowOf(binding, actor, id))
    .get();
  if (!found) throw problem("notFound");
  return found as Found;
}

/** Every field of the contract that can be read, as SQL: a column of the table, a kept list, or derived. */
function selection({ resource, table, derived, lists }: Binding): Record<string, SQL | SQLiteColumn> {
  const columns = getTableColumns(table) as Record<string, SQLiteColumn>;
  return Object.fromEntries(
    Object.keys(resource.row.shape).map((field) => [
      field,
      lists[field]
        ? lists[field].read.mapWith(JSON.parse).as(field)
        : derived[field]
          ? derived[field].as(field)
          : columns[field]!,
    ]),
  ) as Record<string, SQL | SQLiteColumn>;
}

function searched({ resource, table, derived, searches }: Binding, q: string): SQL | undefined {
  if (!q) return undefined;
  const columns = getTableColumns(table) as Record<string, SQLiteColumn>;
  const hits = resource.list.searched.map(
    (field) => searches[field]?.(q) ?? holds(derived[field] ?? columns[field]!, q),
  );
  return sql`(${sql.join(hits, sql` OR `)})`;
}
