import { applyD1Migrations } from "cloudflare:test";
import { env as testEnv } from "cloudflare:workers";
import { eq, ne } from "drizzle-orm";
import { afterAll } from "vitest";
import { databaseOf } from "#worker/db/database.ts";
import { replicate } from "#worker/db/replica/replicate.ts";
import { customer, directoryChange, shard } from "#worker/db/schema/index.ts";
import { clearShardCache, directoryName, getShardEnv } from "#worker/db/shards.ts";
import type { Env } from "#worker/env.ts";
import { db, env, withDatabase } from "./factories.ts";
import { withoutRecording } from "./recordStatements.ts";

const { SECOND, TEST_MIGRATIONS } = testEnv as unknown as {
  SECOND: D1Database;
  TEST_MIGRATIONS: Parameters<typeof applyD1Migrations>[1];
};

export const secondDbName = "DB_2";

/** The Worker's environment with a second database, migrated and with a copy of the directory. For `beforeAll`. */
export async function makeTwoDbEnv(): Promise<Env> {
  // Later test files have one database, so no customer may be left in the second one, nor changes for its replica.
  afterAll(async () => {
    await db().delete(shard);
    await db().delete(directoryChange);
    await db().update(customer).set({ shard: directoryName }).where(ne(customer.shard, directoryName));
  });
  await applyD1Migrations(SECOND, TEST_MIGRATIONS);
  // The queue consumers of the test runtime know only one database.
  const silentQueue = { send: async () => undefined, sendBatch: async () => undefined };
  const twoDbEnv = {
    ...env,
    ...{ JOBS: silentQueue, DELIVERIES: silentQueue },
    [secondDbName]: SECOND,
  } as unknown as Env;
  await replicate(twoDbEnv);
  return twoDbEnv;
}

/** The second database, for statements that a test runs itself. */
export const secondDb = (twoDbEnv: Env) =>
  withoutRecording(() => databaseOf(getShardEnv(twoDbEnv, secondDbName)));

/** Lets the factories insert rows into the second database, for a customer whose data is there. */
export const withSecondDb = <T>(twoDbEnv: Env, make: () => Promise<T>): Promise<T> =>
  withDatabase(getShardEnv(twoDbEnv, secondDbName), make);

/** Assigns a customer without data to the second database. */
export async function assignToSecondDb(twoDbEnv: Env, customerId: number): Promise<void> {
  await db().update(customer).set({ shard: secondDbName }).where(eq(customer.id, customerId));
  await replicate(twoDbEnv);
  clearShardCache(twoDbEnv);
}
