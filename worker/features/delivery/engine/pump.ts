import { addSeconds } from "#domain/core/fields.ts";
import { type Database, databaseOf } from "#worker/db/database.ts";
import type { DeliveryRow } from "#worker/db/schema/index.ts";
import { isReceivingCustomer } from "#worker/db/shards.ts";
import type { Env } from "#worker/env.ts";
import { wakeDeliveries } from "#worker/ingest/wakeDeliveries.ts";
import {
  type ActiveDestination,
  assignLanes,
  claimNextDelivery,
  findOldestDueAt,
  listActiveDestinations,
} from "./claimDelivery.ts";
import { runSlice } from "./runSlice.ts";
import type { DeliveryDependencies } from "./types.ts";

export interface PumpSettings {
  /** Maximum number of slices that a pump runs concurrently. */
  workerCount: number;
  /** Maximum number of slices per lane, so that slow hosts leave workers for others. */
  maxPerLane: number;
  /** Milliseconds after which a pump claims no more, except while slices begun earlier are still running. */
  maxDurationMs: number;
  /** Waits, while slices are running, until another delivery may be due. */
  pause(): Promise<unknown>;
  /** Restricts the pump to one customer; for tests. */
  customerId?: number;
}

const defaultSettings: PumpSettings = {
  workerCount: 6,
  maxPerLane: 2,
  maxDurationMs: 60_000,
  pause: () => new Promise((resolve) => setTimeout(resolve, 1000)),
};

/** Queues delay a message by at most twelve hours. */
const maxQueueDelaySeconds = 43_200;

/**
 * Runs slices of due deliveries, taking destinations in turn, until none is due or the time is up. Pumps may run concurrently
 * without knowing of each other.
 */
export async function pump(
  env: Env,
  dependencies: DeliveryDependencies,
  settings: Partial<PumpSettings> = {},
): Promise<void> {
  const { workerCount, maxDurationMs, pause, ...claimOptions } = { ...defaultSettings, ...settings };
  const db = databaseOf(env);
  const deadline = Date.now() + maxDurationMs;
  const activeSlices = new ActiveSlices();
  /** Delays in seconds after which waiting deliveries are due again. */
  const retryDelaysSeconds = new Set<number>();
  const isTimeUp = () => Date.now() >= deadline && activeSlices.earlySliceCount === 0;
  for (;;) {
    if (activeSlices.size < workerCount && !isTimeUp()) {
      const row = (await isReceivingCustomer(env))
        ? undefined
        : await claimNextFairly(db, dependencies, activeSlices, claimOptions);
      if (row) {
        activeSlices.begin(row, Date.now() < deadline, async () => {
          const outcome = await runSlice(
            env,
            db,
            row,
            dependencies,
            activeSlices.createConnectionLimit(row, workerCount, dependencies.maxConnections),
          );
          if (outcome.state === "waiting")
            retryDelaysSeconds.add(Math.min(outcome.seconds, maxQueueDelaySeconds));
        });
        continue;
      }
    }
    if (activeSlices.size === 0) break;
    await (activeSlices.size < workerCount
      ? Promise.race([...activeSlices.runningSlices, pause()])
      : Promise.race(activeSlices.runningSlices));
  }
  for (const seconds of retryDelaysSeconds) await wakeDeliveries(env, seconds);
  if (Date.now() >= deadline && (await findOldestDueAt(db, new Date()))) await wakeDeliveries(env);
}

/** The slices that a pump is running. */
class ActiveSlices {
  /** Slices begun before the deadline. */
  earlySliceCount = 0;
  readonly runningSlices = new Set<Promise<void>>();
  readonly sliceCountByLane = new Map<string, number>();
  /** When a destination last had a slice in this pump, counted in slices. */
  readonly lastServedByDestination = new Map<string, number>();
  /** Connections of each slice, by delivery id. */
  private readonly connections = new Map<string, number>();
  private count = 0;

  get size(): number {
    return this.runningSlices.size;
  }

  /**
   * Returns a function for the number of connections a slice may use: the platform gives a consumer as many as it has workers,
   * and each slice gets its first before others get more.
   */
  createConnectionLimit({ id }: DeliveryRow, totalConnections: number, maxConnections: number): () => number {
    return () => {
      this.connections.delete(id);
      const otherCount = [...this.connections.values()].reduce((sum, count) => sum + count, 0);
      const limit = Math.max(1, Math.min(maxConnections, totalConnections - otherCount));
      this.connections.set(id, limit);
      return limit;
    };
  }

  begin(
    { id, lane, exportConfigurationId }: DeliveryRow,
    isBeforeDeadline: boolean,
    work: () => Promise<void>,
  ): void {
    const addToLane = (change: number) =>
      this.sliceCountByLane.set(lane ?? "", (this.sliceCountByLane.get(lane ?? "") ?? 0) + change);
    addToLane(1);
    this.connections.set(id, 1);
    if (isBeforeDeadline) this.earlySliceCount += 1;
    this.count += 1;
    this.lastServedByDestination.set(exportConfigurationId, this.count);
    const runningSlice: Promise<void> = work()
      .catch((error: unknown) => console.error(JSON.stringify({ deliveries: String(error) })))
      .finally(() => {
        addToLane(-1);
        this.connections.delete(id);
        if (isBeforeDeadline) this.earlySliceCount -= 1;
        this.runningSlices.delete(runningSlice);
      });
    this.runningSlices.add(runningSlice);
  }
}

/** Claims a delivery to the destination that has waited longest for a slice, if one is due. */
async function claimNextFairly(
  db: Database,
  dependencies: DeliveryDependencies,
  activeSlices: ActiveSlices,
  { maxPerLane, customerId }: Pick<PumpSettings, "maxPerLane" | "customerId">,
): Promise<DeliveryRow | undefined> {
  await assignLanes(db, dependencies.getLane);
  const checkedAt = addSeconds(0);
  const lastServedOf = (destination: ActiveDestination) =>
    activeSlices.lastServedByDestination.get(destination.exportConfigurationId) ?? 0;
  const dueDestinations = (await listActiveDestinations(db))
    .filter(
      (destination) =>
        destination.dueAt <= checkedAt &&
        (activeSlices.sliceCountByLane.get(destination.lane) ?? 0) < maxPerLane &&
        (customerId === undefined || destination.customerId === customerId),
    )
    .sort((a, b) => lastServedOf(a) - lastServedOf(b) || (a.dueAt < b.dueAt ? -1 : 1));
  for (const destination of dueDestinations) {
    const row = await claimNextDelivery(db, destination);
    if (row) return row;
  }
  return undefined;
}
