import { sql } from "drizzle-orm";
import { failedDeliveryDays, overviewCountLimit } from "../../../domain/endpoints/overview";
import { addDays, today } from "../../../domain/rules/days";
import type { Database } from "../../db/database";
import { numberOf } from "../../db/rows";
import { type Scope, scopeSql } from "../../db/scope";

/** The deliveries that began in the last days and failed: those of the ledger's filter of the same words. */
export async function failedDeliveriesOf(db: Database, scope: Scope) {
  const from = addDays(today(), -failedDeliveryDays);
  const index = sql.raw(scope.customerId === undefined ? "delivery_state" : "delivery_customer_state");
  const count = await numberOf(
    db,
    sql`SELECT count(*) FROM (SELECT 1 FROM delivery d INDEXED BY ${index}
      WHERE ${scopeSql(scope, "d")} AND d.state = 'FAILED' AND d.date_created >= ${from} LIMIT ${overviewCountLimit})`,
  );
  return { count, from };
}
