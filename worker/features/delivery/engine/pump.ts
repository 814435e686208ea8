import { addSeconds } from "#domain/core/fields.ts";
import { type Database, databaseOf } from "#worker/db/database.ts";
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
import type { DeliveryDependencies, DeliveryRow } from "./types.ts";

export interface PumpSettings {
  /** Deliveries that one pump works for at the same time. */
  workers: number;
  /** Of them on one lane, so that slow hosts leave room for others. */
  perLane: number;
  /** Milliseconds after which a pump takes no more, unless others of its turns began before. */
  milliseconds: number;
  /** Waits until something else may be due, while turns are running. */
  pause(): Promise<unknown>;
  /** Only the deliveries of one customer: for tests, which look at nothing else. */
  customerId?: number;
}

const defaultSettings: PumpSettings = {
  workers: 6,
  perLane: 2,
  milliseconds: 60_000,
  pause: () => new Promise((resolve) => setTimeout(resolve, 1000)),
};

/** Queues hold a message back for twelve hours at most. */
const maxQueueDelaySeconds = 43_200;

/**
 * Works for whatever deliveries are due, those to different destinations by turns, until none is or its time is over. Several pumps run
 * beside each other without knowing of each other.
 */
export async function pump(
  env: Env,
  tools: DeliveryDependencies,
  settings: Partial<PumpSettings> = {},
): Promise<void> {
  const { workers, milliseconds, pause, ...choice } = { ...defaultSettings, ...settings };
  const db = databaseOf(env);
  const until = Date.now() + milliseconds;
  const working = new ActiveSlices();
  /** Seconds after which deliveries that wait are looked at again. */
  const later = new Set<number>();
  const late = () => Date.now() >= until && working.early === 0;
  for (;;) {
    if (working.size < workers && !late()) {
      const row = (await isReceivingCustomer(env)) ? undefined : await claimFair(db, tools, working, choice);
      if (row) {
        working.begin(row, Date.now() < until, async () => {
          const end = await runSlice(env, db, row, tools, working.roomOf(row, workers, tools.connections));
          if (end.state === "waiting") later.add(Math.min(end.seconds, maxQueueDelaySeconds));
        });
        continue;
      }
    }
    if (working.size === 0) break;
    await (working.size < workers ? Promise.race([...working.turns, pause()]) : Promise.race(working.turns));
  }
  for (const seconds of later) await wakeDeliveries(env, seconds);
  if (Date.now() >= until && (await oldestDue(db, new Date()))) await wakeDeliveries(env);
}

/** The turns that a pump has under way. */
class ActiveSlices {
  /** Of them those that began while there was time. */
  early = 0;
  readonly turns = new Set<Promise<void>>();
  readonly lanes = new Map<string, number>();
  /** When a destination last had a turn in this pump, counted in turns. */
  readonly served = new Map<string, number>();
  /** Connections of each turn, by its delivery. */
  private readonly rooms = new Map<string, number>();
  private count = 0;

  get size(): number {
    return this.turns.size;
  }

  /**
   * How many connections a turn may use: the platform gives a consumer as many as it has workers, and a turn that begins comes before
   * further connections of those under way.
   */
  roomOf({ id }: DeliveryRow, all: number, max: number): () => number {
    return () => {
      this.rooms.delete(id);
      const others = [...this.rooms.values()].reduce((sum, room) => sum + room, 0);
      const room = Math.max(1, Math.min(max, all - others));
      this.rooms.set(id, room);
      return room;
    };
  }

  begin({ id, lane, exportConfigurationId }: DeliveryRow, early: boolean, work: () => Promise<void>): void {
    const on = (step: number) => this.lanes.set(lane ?? "", (this.lanes.get(lane ?? "") ?? 0) + step);
    on(1);
    this.rooms.set(id, 1);
    if (early) this.early += 1;
    this.count += 1;
    this.served.set(exportConfigurationId, this.count);
    const turn: Promise<void> = work()
      .catch((error: unknown) => console.error(JSON.stringify({ deliveries: String(error) })))
      .finally(() => {
        on(-1);
        this.rooms.delete(id);
        if (early) this.early -= 1;
        this.turns.delete(turn);
      });
    this.turns.add(turn);
  }
}

/** Takes a delivery to the destination that has waited longest for a turn, if one is due. */
async function claimFair(
  db: Database,
  tools: DeliveryDependencies,
  working: ActiveSlices,
  { perLane, customerId }: Pick<PumpSettings, "perLane" | "customerId">,
): Promise<DeliveryRow | undefined> {
  await assignLanes(db, tools.laneOf);
  const at = addSeconds(0);
  const servedAt = (destination: ActiveDestination) =>
    working.served.get(destination.exportConfigurationId) ?? 0;
  const due = (await activeDestinations(db))
    .filter(
      (destination) =>
        destination.turn <= at &&
        (working.lanes.get(destination.lane) ?? 0) < perLane &&
        (customerId === undefined || destination.customerId === customerId),
    )
    .sort((a, b) => servedAt(a) - servedAt(b) || (a.turn < b.turn ? -1 : 1));
  for (const destination of due) {
    const row = await claimNext(db, destination);
    if (row) return row;
  }
  return undefined;
}
