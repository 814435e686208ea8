import { eq, sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import { maxConnectionsPerHost } from "#worker/connectors/connector.ts";
import { idParam } from "#worker/db/ids.ts";
import { delivery } from "#worker/db/schema/index.ts";
import { listActiveDestinations } from "./claimDelivery.ts";
import type { Lease } from "./lease.ts";

/**
 * Acquires as many of the lane's connections as a delivery can use: an equal share among the lane's running deliveries, or one if
 * another delivery is waiting. The number is leased with the delivery, in one statement, so that a lane never exceeds its limit.
 * @param usedConnectionCount connections in use, which cannot be released before their files are done
 * @returns the number the delivery may use; if this is fewer than before, release the rest with `releaseConnections`
 * @throws DeliveryLostError
 */
export async function acquireConnections(
  lease: Lease,
  requestedCount: number,
  usedConnectionCount: number,
): Promise<number> {
  const { id, lane } = lease.row;
  if (lane === null) return 1;
  const acquiredAt = now();
  const hasWaitingDelivery = (await listActiveDestinations(lease.database)).some(
    (destination) => destination.lane === lane && destination.dueAt <= acquiredAt,
  );
  if (hasWaitingDelivery) return 1;
  const laneDeliveriesSql = sql.raw("FROM delivery b INDEXED BY delivery_lane");
  const otherRunningCondition = sql`b.lane = ${lane} AND b.state = 'RUNNING' AND b.leased_until > ${acquiredAt} AND b.id <> ${idParam(id)}`;
  const shareSql = sql`${maxConnectionsPerHost} / (1 + (SELECT count(*) ${laneDeliveriesSql} WHERE ${otherRunningCondition}))`;
  const freeSql = sql`${maxConnectionsPerHost} - (SELECT coalesce(sum(b.connections), 0) ${laneDeliveriesSql} WHERE ${otherRunningCondition})`;
  await lease.writeAndRenew({
    connections: sql`max(1, ${usedConnectionCount}, min(${requestedCount}, ${shareSql}, ${freeSql}))`,
  });
  const row = await lease.database
    .select({ connections: delivery.connections })
    .from(delivery)
    .where(eq(delivery.id, id))
    .get();
  return Math.min(row?.connections ?? 1, requestedCount);
}

/**
 * Releases connections no longer in use.
 * @throws DeliveryLostError
 */
export const releaseConnections = (lease: Lease, usedConnectionCount: number): Promise<void> =>
  lease.writeAndRenew({ connections: Math.max(1, usedConnectionCount) });
