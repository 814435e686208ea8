import { eq, sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import { maxConnectionsPerHost } from "#worker/connectors/connector.ts";
import { idParam } from "#worker/db/ids.ts";
import { delivery } from "#worker/db/schema/index.ts";
import { activeDestinations } from "./claimDelivery.ts";
import type { Lease } from "./lease.ts";

/**
 * Takes as many connections of its lane as a delivery can use: an equal share of them all among the deliveries that have a turn there, and
 * one when another waits for a turn. The number is leased with the delivery; one statement, so that a lane never gives more than it has.
 * @param inUse connections that it uses now, and cannot give back before their files are done
 * @returns how many it may use; fewer than before when others have come, which are given back with `releaseConnections`
 * @throws DeliveryLostError
 */
export async function acquireConnections(lease: Lease, wanted: number, inUse: number): Promise<number> {
  const { id, lane } = lease.row;
  if (lane === null) return 1;
  const at = now();
  const waits = (await activeDestinations(lease.database)).some(
    (destination) => destination.lane === lane && destination.turn <= at,
  );
  if (waits) return 1;
  const others = sql.raw("FROM delivery b INDEXED BY delivery_lane");
  const running = sql`b.lane = ${lane} AND b.state = 'RUNNING' AND b.leased_until > ${at} AND b.id <> ${idParam(id)}`;
  const share = sql`${maxConnectionsPerHost} / (1 + (SELECT count(*) ${others} WHERE ${running}))`;
  const free = sql`${maxConnectionsPerHost} - (SELECT coalesce(sum(b.connections), 0) ${others} WHERE ${running})`;
  await lease.keep({ connections: sql`max(1, ${inUse}, min(${wanted}, ${share}, ${free}))` });
  const row = await lease.database
    .select({ connections: delivery.connections })
    .from(delivery)
    .where(eq(delivery.id, id))
    .get();
  return Math.min(row?.connections ?? 1, wanted);
}

/** Gives back what is no longer used. @throws DeliveryLostError */
export const releaseConnections = (lease: Lease, inUse: number): Promise<void> =>
  lease.keep({ connections: Math.max(1, inUse) });
