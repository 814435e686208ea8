import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Actor } from "#domain/access/actor.ts";
import type { Database } from "#worker/db/database.ts";
import { statement } from "#worker/db/statement.ts";
import type { RowFields } from "#worker/resources/binding.ts";

/**
 * Transfers a user's shared views when the user is deleted or moves to another customer, so that colleagues keep them. They pass
 * to the user who deletes the account if that user belongs to the customer, otherwise to the customer's oldest enabled account.
 * Views whose name the heir already uses are deleted with the user, as are private views, notices and licences.
 */
export function transferViewsStatements(
  db: Database,
  { id, customerId }: RowFields,
  actor: Actor,
): BatchItem<"sqlite">[] {
  const condition = sql`customer_id = ${customerId} AND user_id = ${id}`;
  const heirSql = sql`coalesce(
    (SELECT u.id FROM user u WHERE u.customer_id = v.customer_id AND u.id = ${actor.userId} AND u.id <> v.user_id),
    (SELECT min(u.id) FROM user u WHERE u.customer_id = v.customer_id AND u.id <> v.user_id AND u.enabled))`;
  return [
    statement(
      db,
      sql`UPDATE OR IGNORE saved_view AS v SET user_id = ${heirSql} WHERE ${condition} AND v.shared AND ${heirSql} IS NOT NULL`,
    ),
    statement(db, sql`DELETE FROM saved_view WHERE ${condition}`),
    statement(db, sql`DELETE FROM notice WHERE ${condition}`),
    statement(db, sql`DELETE FROM user_license WHERE ${condition}`),
  ];
}
