import { eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Actor } from "#domain/access/actor.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { problem } from "#domain/core/problem.ts";
import { andCondition } from "./andCondition.ts";
import type { Database } from "./database.ts";
import type { TableWith } from "./tableWith.ts";

/** The customers whose rows may be read. Handlers derive it from the actor; the layers below only use scopes. */
export interface Scope {
  /** Undefined for all customers. */
  customerId: number | undefined;
  /** Whether deleted documentations are visible too (2§2). */
  deleted: boolean;
  /** For a scope of all customers: those whose rows in this database are ignored, because they have been or are being moved. */
  nonResidents?: readonly number[] | undefined;
}

/**
 * The actor's customer, or all customers for a super admin; narrowed to `customerId` if given.
 * @throws forbidden for a customer outside the actor's scope
 */
export function scopeOf(actor: Actor, customerId?: number): Scope {
  const isUnlimited = spansCustomers(actor);
  const scope = {
    customerId: isUnlimited ? undefined : actor.customerId,
    deleted: isUnlimited,
    nonResidents: actor.nonResidents,
  };
  return narrowScope(scope, customerId);
}

/** The customer that a call is about: the actor's own unless another one is named. @throws forbidden for one outside the actor's scope */
export function customerInScope(actor: Actor, customerId = actor.customerId): number {
  scopeOf(actor, customerId);
  return customerId;
}

/** The scope of one customer's staff. */
export const createCustomerScope = (customerId: number): Scope => ({ customerId, deleted: false });

/** Narrows a scope to one customer. @throws forbidden for a customer outside it */
export function narrowScope(scope: Scope, customerId: number | undefined): Scope {
  if (customerId === undefined || customerId === scope.customerId) return scope;
  if (scope.customerId !== undefined) throw problem("forbidden");
  return { ...scope, customerId };
}

/** Condition that rows are in the scope, for raw SQL with the table's alias. */
export const scopeSql = ({ customerId, nonResidents }: Scope, alias: string): SQL => {
  const column = sql.raw(`${alias}.customer_id`);
  return customerId === undefined
    ? (excludeNonResidents(nonResidents, column) ?? sql`1`)
    : sql`${column} = ${customerId}`;
};

/** Like `scopeSql`, for a Drizzle table; undefined for all rows. */
export const scopeCondition = (
  { customerId, nonResidents }: Scope,
  table: { customerId: SQLiteColumn },
): SQL | undefined =>
  customerId === undefined
    ? excludeNonResidents(nonResidents, table.customerId)
    : eq(table.customerId, customerId);

/** Condition that excludes the rows of non-resident customers; undefined if there are none. */
export const excludeNonResidents = (
  nonResidents: Scope["nonResidents"],
  column: SQL | SQLiteColumn,
): SQL | undefined =>
  nonResidents && nonResidents.length > 0
    ? sql`${column} NOT IN (SELECT value FROM json_each(${JSON.stringify(nonResidents)}))`
    : undefined;

/** Condition for the row of an id, within the scope. */
export const scopedRowCondition = (
  scope: Scope,
  table: { id: SQLiteColumn; customerId: SQLiteColumn },
  id: string | number,
): SQL => andCondition(eq(table.id, id), scopeCondition(scope, table));

/** @throws notFound for a row that does not exist or is outside the scope */
export async function findRowInScope<T extends TableWith<"id" | "customerId">>(
  db: Database,
  scope: Scope,
  table: T,
  id: string,
): Promise<T["$inferSelect"]>;
export async function findRowInScope(
  db: Database,
  scope: Scope,
  table: TableWith<"id" | "customerId">,
  id: string,
): Promise<unknown> {
  const row = await db
    .select()
    .from(table)
    .where(scopedRowCondition(scope, table, id))
    .get();
  if (!row) throw problem("notFound");
  return row;
}
