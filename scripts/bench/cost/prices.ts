import type { Metered } from "./metered.ts";

/**
 * Cloudflare's list prices in US dollars beyond what a plan includes, from the pricing pages of Workers, D1, R2, Queues and Images; as of
 * 22 November 2026. A message is three operations of a queue: written, read, deleted.
 */
export const pricedOn = "2026-11-22";

const million = 1e6;

export const prices = {
  requests: 0.3 / million,
  cpuMs: 0.02 / million,
  rowsRead: 0.001 / million,
  rowsWritten: 1 / million,
  classA: 4.5 / million,
  classB: 0.36 / million,
  messages: (3 * 0.4) / million,
  transformations: 0.5 / 1000,
} as const;

/** A gigabyte for a month. */
export const storagePrices = { database: 0.75, bucket: 0.015 } as const;

/** A month of Workers for everybody, whatever they do. */
export const basePrice = 5;

/** An operation as it was measured. `cpuMs` is of the whole local runtime, so that it is more than the platform would count. */
export interface Cost extends Metered {
  cpuMs: number;
}

/** What it comes to in US dollars, storage aside. */
export const dollars = (cost: Cost): number =>
  (Object.keys(prices) as (keyof typeof prices)[]).reduce((sum, key) => sum + cost[key] * prices[key], 0);
