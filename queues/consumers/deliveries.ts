import { directoryName, getShardEnv } from "#worker/db/shards.ts";
import type { Env } from "#worker/env.ts";
import { productionDependencies } from "#worker/features/delivery/engine/dependencies.ts";
import { pump } from "#worker/features/delivery/engine/pump.ts";
import { deliveryMessage } from "../messages.ts";

/** Runs the deliveries that are due according to their rows. */
export async function consumeDelivery(body: unknown, env: Env): Promise<void> {
  const { database = directoryName } = deliveryMessage.parse(body);
  await pump(getShardEnv(env, database), productionDependencies);
}
