import { sql } from "drizzle-orm";
import { failedDays, mostCounted } from "../../../domain/endpoints/overview";
import { dayAfter, today } from "../../../domain/rules/days";
import type { Database } from "../../db/database";
import { numberOf } from "../../db/rows";
import type { Scope } from "../../db/scope";

/** The deliveries that began in the last days and failed: those of the ledger's filter of the same words. */
export async function failedDeliveriesOf(db: Database, { customerId }: Scope) {
  const from = dayAfter(today(), -failedDays);
  const [index, own] =
    customerId === undefined
      ? [sql`delivery_state`, sql`1`]
      : [sql`delivery_customer_state`, sql`d.customer_id = ${customerId}`];
  const count = await numberOf(
    db,
    sql`SELECT count(*) FROM (SELECT 1 FROM delivery d INDEXED BY ${index}
      WHERE ${own} AND d.state = 'FAILED' AND d.date_created >= ${from} LIMIT ${mostCounted})`,
  );
  return { count, from };
}
