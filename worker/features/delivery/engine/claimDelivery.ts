import { and, eq, type SQL, sql } from "drizzle-orm";
import type { ExportConfigurationType } from "#domain/configuration/types.ts";
import { addSeconds, now, toIsoSeconds } from "#domain/core/fields.ts";
import { maxConnectionsPerHost } from "#worker/connectors/connector.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { nullable, number, selectRow, selectRows, text, uuid } from "#worker/db/rows.ts";
import { type DeliveryRow, delivery, exportConfiguration } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { leaseSeconds } from "./lease.ts";

/** The condition of the partial index of active deliveries, word for word, because SQLite does not use the index otherwise. */
const activeCondition = sql.raw("state IN ('PENDING', 'RUNNING', 'WAITING')");
const isActiveCondition = (alias: string) => sql.raw(`${alias}.state IN ('PENDING', 'RUNNING', 'WAITING')`);

/** A destination with active deliveries. */
export interface ActiveDestination {
  customerId: number;
  exportConfigurationId: string;
  lane: string;
  /** When the first of its deliveries is due for a slice. */
  dueAt: string;
}

const maxDestinations = 1000;

/** Every destination with active deliveries. The cost grows with destinations, not with deliveries. */
export const listActiveDestinations = (db: Database): Promise<ActiveDestination[]> =>
  selectRows(
    db,
    {
      customerId: number("customer_id"),
      exportConfigurationId: uuid("export_configuration_id"),
      lane: text("lane"),
      dueAt: text("next_slice_at"),
    },
    (
      columns,
    ) => sql`WITH RECURSIVE destination(customer_id, lane, export_configuration_id, next_slice_at) AS (
      SELECT * FROM (SELECT customer_id, lane, export_configuration_id, next_slice_at FROM delivery INDEXED BY delivery_next_slice
        WHERE ${activeCondition} AND lane > '' ORDER BY lane, export_configuration_id, next_slice_at LIMIT 1)
      UNION ALL
      SELECT n.customer_id, n.lane, n.export_configuration_id, n.next_slice_at FROM destination p
        CROSS JOIN delivery n ON n.rowid = (SELECT x.rowid FROM delivery x INDEXED BY delivery_next_slice
          WHERE ${isActiveCondition("x")} AND (x.lane, x.export_configuration_id) > (p.lane, p.export_configuration_id)
          ORDER BY x.lane, x.export_configuration_id, x.next_slice_at LIMIT 1))
    SELECT ${columns} FROM destination LIMIT ${maxDestinations}`,
  );

/**
 * Claims the delivery to a destination that has waited longest, if one is due and the lane has a free connection. It is one
 * statement, so only one of two concurrent consumers gets the delivery. An expired lease counts as a failed attempt, because its
 * holder was stopped.
 */
export async function claimNextDelivery(
  db: Database,
  destination: ActiveDestination,
): Promise<DeliveryRow | undefined> {
  const claimedAt = now();
  const leasedUntil = addSeconds(leaseSeconds);
  const firstDueSql: SQL = sql`(SELECT x.rowid FROM delivery x INDEXED BY delivery_next_slice
    WHERE ${isActiveCondition("x")} AND x.lane = ${destination.lane} AND x.export_configuration_id = ${idParam(destination.exportConfigurationId)}
      AND x.next_slice_at <= ${claimedAt} ORDER BY x.next_slice_at LIMIT 1)`;
  const usedConnectionsSql: SQL = sql`(SELECT coalesce(sum(b.connections), 0) FROM delivery b INDEXED BY delivery_lane
    WHERE b.lane = ${destination.lane} AND b.state = 'RUNNING' AND b.leased_until > ${claimedAt})`;
  const [row] = await db
    .update(delivery)
    .set({
      state: "RUNNING",
      connections: 1,
      tries: sql`${delivery.tries} + (${delivery.state} = 'RUNNING' AND ${delivery.leasedUntil} IS NOT NULL)`,
      leasedUntil,
      nextSliceAt: leasedUntil,
      nextTryAt: null,
      startedAt: sql`coalesce(${delivery.startedAt}, ${claimedAt})`,
    })
    .where(sql`delivery.rowid = ${firstDueSql} AND ${maxConnectionsPerHost} > ${usedConnectionsSql}`)
    .returning();
  return row;
}

/** Maximum number of destinations that get a lane in one call. */
const lanesPerBatch = 100;
/** The lane of destinations that have been deleted. */
const deletedDestinationLane = "-";

/** Assigns a lane (the destination's host) to new deliveries. */
export async function assignLanes(
  db: Database,
  getLane: (type: ExportConfigurationType, params: Readonly<Record<string, string>>) => string,
): Promise<void> {
  const destinationsWithoutLane = await selectRows(
    db,
    { customerId: number("d.customer_id"), id: uuid("d.export_configuration_id") },
    (columns) => sql`SELECT ${columns} FROM delivery d INDEXED BY delivery_next_slice
      WHERE ${isActiveCondition("d")} AND d.lane IS NULL GROUP BY d.lane, d.export_configuration_id LIMIT ${lanesPerBatch}`,
  );
  for (const { customerId, id } of destinationsWithoutLane) {
    const configuration = await db
      .select({ type: exportConfiguration.type, params: exportConfiguration.params })
      .from(exportConfiguration)
      .where(and(eq(exportConfiguration.customerId, customerId), eq(exportConfiguration.id, id)))
      .get();
    const lane = configuration ? getLane(configuration.type, configuration.params) : deletedDestinationLane;
    await statement(
      db,
      sql`UPDATE delivery INDEXED BY delivery_next_slice SET lane = ${lane}
        WHERE ${activeCondition} AND lane IS NULL AND export_configuration_id = ${idParam(id)}`,
    );
  }
}

/** When the longest-waiting delivery became due; null if none is due. */
export const findOldestDueAt = async (db: Database, instant: Date): Promise<string | null> =>
  (
    await selectRow(
      db,
      { turn: nullable(text("min(next_slice_at)")) },
      (
        columns,
      ) => sql`SELECT ${columns} FROM (SELECT next_slice_at FROM delivery INDEXED BY delivery_next_slice
        WHERE ${activeCondition} AND next_slice_at <= ${toIsoSeconds(instant)} LIMIT ${maxDestinations})`,
    )
  )?.turn ?? null;
