import { sql } from "drizzle-orm";
import { addDays, today } from "#domain/core/calendar/days.ts";
import { failedDeliveryDays, maxOverviewCount } from "#domain/endpoints/documentation/overview.ts";
import type { Database } from "#worker/db/database.ts";
import { selectNumber } from "#worker/db/rows.ts";
import { type Scope, scopeSql } from "#worker/db/scope.ts";

/** Recent failed deliveries, with the same criteria as the delivery list's filter. */
export async function countFailedDeliveries(db: Database, scope: Scope) {
  const from = addDays(today(), -failedDeliveryDays);
  const index = sql.raw(scope.customerId === undefined ? "delivery_state" : "delivery_customer_state");
  const count = await selectNumber(
    db,
    sql`SELECT count(*) FROM (SELECT 1 FROM delivery d INDEXED BY ${index}
      WHERE ${scopeSql(scope, "d")} AND d.state = 'FAILED' AND d.date_created >= ${from} LIMIT ${maxOverviewCount})`,
  );
  return { count, from };
}
