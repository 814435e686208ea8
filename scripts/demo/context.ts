import { toIsoSeconds } from "#domain/core/fields.ts";
import type { Platform } from "../support/platform.ts";
import { Random } from "../support/random.ts";
import { uuidOf } from "../support/uuid.ts";

/** Shared by all parts of the seed. */
export interface SeedContext extends Omit<Platform, "databases"> {
  random: Random;
  /** Today, 00:00 UTC; all data is older. */
  today: Date;
}

export const seedContext = (platform: Platform, today: Date): SeedContext => ({
  DB: platform.DB,
  STORAGE: platform.STORAGE,
  random: new Random(20_260_117),
  today,
});

/** Ids that are the same on every machine. */
export const demoId = (...parts: readonly (string | number)[]) => uuidOf("demo", ...parts);

const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

/** The instant `days` days before (or after) today at the given hour, in stored form. */
export const daysFrom = (today: Date, days: number, hour = 8, minutes = 0): string =>
  toIsoSeconds(new Date(today.getTime() + days * dayMs + (hour * 60 + minutes) * minuteMs));

export const addMinutes = (instant: string, minutes: number): string =>
  toIsoSeconds(new Date(Date.parse(instant) + minutes * minuteMs));

/** Customers by id. */
export const customerIds = { norrfiber: 1, sydvind: 2, demo: 3 } as const;
export type CustomerKey = keyof typeof customerIds;

export const licenseIds = {
  norrfiber: demoId("license", "NORR-1"),
  norrfiberContractor: demoId("license", "NORR-2"),
  sydvind: demoId("license", "SYD-1"),
  demo: demoId("license", "DEMO-1"),
  trial: demoId("license", "TRIAL-1"),
} as const;
