import { keysOf } from "#domain/core/objects.ts";
import type { PlatformUsage } from "./platformUsage.ts";

/**
 * Cloudflare's list prices in US dollars beyond the plan's included usage, from the pricing pages of Workers, D1, R2, Queues and
 * Images, as of 22 November 2026. A message is three queue operations: write, read, delete.
 */
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

/** Monthly base price of Workers. */
export const basePrice = 5;

/** The measured usage of an operation. `cpuMs` is that of the whole local runtime, more than the platform would bill. */
export interface Cost extends PlatformUsage {
  cpuMs: number;
}

/** The cost in US dollars, excluding storage. */
export const toDollars = (cost: Cost): number =>
  keysOf(prices).reduce((sum, key) => sum + cost[key] * prices[key], 0);
