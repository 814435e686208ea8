import { addSeconds } from "#domain/core/fields.ts";
import { type Database, databaseOf } from "#worker/db/database.ts";
import type { DeliveryRow } from "#worker/db/schema/index.ts";
import { isReceivingCustomer } from "#worker/db/shards.ts";
import type { Env } from "#worker/env.ts";
import { wakeDeliveries } from "#worker/ingest/wake.ts";
import {
  type ActiveDestination,
  activeDestinations,
  assignLanes,
  claimNext,
  oldestDue,
} from "./claimDelivery.ts";
import { runSlice } from "./runSlice.ts";
import type { DeliveryDependencies } from "./types.ts";

export interface PumpSettings {
  /** Slices that a pump runs concurrently. */
  workers: number;
  /** Maximum per lane, so that slow hosts leave workers for others. */
  perLane: number;
  /** Milliseconds after which a pump claims no more, except while slices begun earlier are still running. */
  milliseconds: number;
  /** Waits, while slices are running, until another delivery may be due. */
  pause(): Promise<unknown>;
  /** Restricts the pump to one customer; for tests. */
  customerId?: number;
}

const defaultSettings: PumpSettings = {
  workers: 6,
  perLane: 2,
  milliseconds: 60_000,
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
  tools: DeliveryDependencies,
  settings: Partial<PumpSettings> = {},
): Promise<void> {
  const { workers, milliseconds, pause, ...choice } = { ...defaultSettings, ...settings };
  const db = databaseOf(env);
  const deadline = Date.now() + milliseconds;
  const activeSlices = new ActiveSlices();
  /** Delays in seconds after which waiting deliveries are due again. */
  const retryDelays = new Set<number>();
  const isLate = () => Date.now() >= deadline && activeSlices.onTime === 0;
  for (;;) {
    if (activeSlices.size < workers && !isLate()) {
      const row = (await isReceivingCustomer(env))
        ? undefined
        : await claimFair(db, tools, activeSlices, choice);
      if (row) {
        activeSlices.begin(row, Date.now() < deadline, async () => {
          const end = await runSlice(
            env,
            db,
            row,
            tools,
            activeSlices.connectionLimitOf(row, workers, tools.connections),
          );
          if (end.state === "waiting") retryDelays.add(Math.min(end.seconds, maxQueueDelaySeconds));
        });
        continue;
      }
    }
    if (activeSlices.size === 0) break;
    await (activeSlices.size < workers
      ? Promise.race([...activeSlices.turns, pause()])
      : Promise.race(activeSlices.turns));
  }
  for (const seconds of retryDelays) await wakeDeliveries(env, seconds);
  if (Date.now() >= deadline && (await oldestDue(db, new Date()))) await wakeDeliveries(env);
}

/** The slices that a pump is running. */
class ActiveSlices {
  /** Slices begun before the deadline. */
  onTime = 0;
  readonly turns = new Set<Promise<void>>();
  readonly lanes = new Map<string, number>();
  /** When a destination last had a slice in this pump, counted in slices. */
  readonly served = new Map<string, number>();
  /** Connections of each slice, by delivery id. */
  private readonly connections = new Map<string, number>();
  private count = 0;

  get size(): number {
    return this.turns.size;
  }

  /**
   * Returns a function for the number of connections a slice may use: the platform gives a consumer as many as it has workers,
   * and each slice gets its first before others get more.
   */
  connectionLimitOf({ id }: DeliveryRow, all: number, max: number): () => number {
    return () => {
      this.connections.delete(id);
      const otherCount = [...this.connections.values()].reduce((sum, count) => sum + count, 0);
      const limit = Math.max(1, Math.min(max, all - otherCount));
      this.connections.set(id, limit);
      return limit;
    };
  }

  begin({ id, lane, exportConfigurationId }: DeliveryRow, onTime: boolean, work: () => Promise<void>): void {
    const addToLane = (step: number) => this.lanes.set(lane ?? "", (this.lanes.get(lane ?? "") ?? 0) + step);
    addToLane(1);
    this.connections.set(id, 1);
    if (onTime) this.onTime += 1;
    this.count += 1;
    this.served.set(exportConfigurationId, this.count);
    const running: Promise<void> = work()
      .catch((error: unknown) => console.error(JSON.stringify({ deliveries: String(error) })))
      .finally(() => {
        addToLane(-1);
        this.connections.delete(id);
        if (onTime) this.onTime -= 1;
        this.turns.delete(running);
      });
    this.turns.add(running);
  }
}

/** Claims a delivery to the destination that has waited longest for a slice, if one is due. */
async function claimFair(
  db: Database,
  tools: DeliveryDependencies,
  activeSlices: ActiveSlices,
  { perLane, customerId }: Pick<PumpSettings, "perLane" | "customerId">,
): Promise<DeliveryRow | undefined> {
  await assignLanes(db, tools.laneOf);
  const at = addSeconds(0);
  const servedAt = (destination: ActiveDestination) =>
    activeSlices.served.get(destination.exportConfigurationId) ?? 0;
  const due = (await activeDestinations(db))
    .filter(
      (destination) =>
        destination.dueAt <= at &&
        (activeSlices.lanes.get(destination.lane) ?? 0) < perLane &&
        (customerId === undefined || destination.customerId === customerId),
    )
    .sort((a, b) => servedAt(a) - servedAt(b) || (a.dueAt < b.dueAt ? -1 : 1));
  for (const destination of due) {
    const row = await claimNext(db, destination);
    if (row) return row;
  }
  return undefined;
}
