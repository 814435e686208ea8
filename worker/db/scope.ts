import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Actor } from "#domain/access/actor.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "./database.ts";

/** Whose rows are read. Handlers make it of the actor; what lies below them knows scopes alone. */
export interface Scope {
  /** One customer; undefined is all of them. */
  customerId: number | undefined;
  /** Whether deleted documentations are seen, too (2§2). */
  deleted: boolean;
  /** Of all customers: those whose rows in this database do not count, for they have left it or are not yet here. */
  strays?: readonly number[] | undefined;
}

/**
 * The actor's customer, or all of them for a super admin, narrowed to a customer where one is named.
 * @throws forbidden when somebody else names another customer.
 */
export function scopeOf(actor: Actor, customerId?: number): Scope {
  const all = spansCustomers(actor);
  const scope = { customerId: all ? undefined : actor.customerId, deleted: all, strays: actor.strays };
  return narrowScope(scope, customerId);
}

/** One customer, as its own staff see it. */
export const customerScope = (customerId: number): Scope => ({ customerId, deleted: false });

/** The scope within one customer. @throws forbidden for a customer outside it */
export function narrowScope(scope: Scope, customerId: number | undefined): Scope {
  if (customerId === undefined || customerId === scope.customerId) return scope;
  if (scope.customerId !== undefined) throw problem("forbidden");
  return { ...scope, customerId };
}

/** The condition that rows are in the scope, for raw SQL; `alias` names their table. */
export const scopeSql = ({ customerId, strays }: Scope, alias: string): SQL => {
  const column = sql.raw(`${alias}.customer_id`);
  return customerId === undefined
    ? (excludeNonResidents(strays, column) ?? sql`1`)
    : sql`${column} = ${customerId}`;
};

/** The same for a table; undefined is "all rows". */
export const scopeCondition = (
  { customerId, strays }: Scope,
  table: { customerId: SQLiteColumn },
): SQL | undefined =>
  customerId === undefined ? excludeNonResidents(strays, table.customerId) : eq(table.customerId, customerId);

/** The condition that rows are not of strays; undefined where there are none, which is as good as always. */
export const excludeNonResidents = (strays: Scope["strays"], column: SQL | SQLiteColumn): SQL | undefined =>
  strays && strays.length > 0
    ? sql`${column} NOT IN (SELECT value FROM json_each(${JSON.stringify(strays)}))`
    : undefined;

/** The scoped row of an id. */
export const scopedRow = (
  scope: Scope,
  table: { id: SQLiteColumn; customerId: SQLiteColumn },
  id: string | number,
): SQL => and(eq(table.id, id), scopeCondition(scope, table)) as SQL;

/** @throws notFound for a row that is not there, and for one outside the scope. */
export async function findScoped<T extends SQLiteTable & { id: SQLiteColumn; customerId: SQLiteColumn }>(
  db: Database,
  scope: Scope,
  table: T,
  id: string,
): Promise<T["$inferSelect"]> {
  const found = await db
    .select()
    .from(table)
    .where(scopedRow(scope, table, id))
    .get();
  if (!found) throw problem("notFound");
  return found as T["$inferSelect"];
}
