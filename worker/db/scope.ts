import { and, eq, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Actor } from "../../domain/access/actor";
import { spansCustomers } from "../../domain/access/authorities";
import { problem } from "../../domain/problem";
import type { Database } from "./database";

/**
 * The rows an actor can see at all: its customer's, or everyone's for a super admin, who may narrow them to one
 * customer. Every read of a customer's row goes through here; undefined is "all rows".
 * @throws forbidden when somebody else names another customer.
 */
export function scoped(
  actor: Actor,
  table: { customerId: SQLiteColumn },
  customerId?: number,
): SQL | undefined {
  if (spansCustomers(actor)) return customerId === undefined ? undefined : eq(table.customerId, customerId);
  if (customerId !== undefined && customerId !== actor.customerId) throw problem("forbidden");
  return eq(table.customerId, actor.customerId);
}

/** The scoped row of an id. */
export const scopedRow = (
  actor: Actor,
  table: { id: SQLiteColumn; customerId: SQLiteColumn },
  id: string | number,
): SQL => and(eq(table.id, id), scoped(actor, table)) as SQL;

/** @throws notFound for a row that is not there, and for one the actor does not see. */
export async function findScoped<T extends SQLiteTable & { id: SQLiteColumn; customerId: SQLiteColumn }>(
  db: Database,
  actor: Actor,
  table: T,
  id: string,
): Promise<T["$inferSelect"]> {
  const found = await db
    .select()
    .from(table)
    .where(scopedRow(actor, table, id))
    .get();
  if (!found) throw problem("notFound");
  return found as T["$inferSelect"];
}
