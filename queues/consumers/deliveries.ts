import { directoryName, shardEnv } from "../../worker/db/databases";
import type { Env } from "../../worker/env";
import { pump } from "../../worker/features/delivery/pump";
import { dependencies } from "../../worker/features/delivery/tools";
import { deliveryMessage } from "../messages";

/** Works for the deliveries that are due. The message names none: the rows say which. */
export async function consumeDelivery(body: unknown, env: Env): Promise<void> {
  const { database = directoryName } = deliveryMessage.parse(body);
  await pump(shardEnv(env, database), dependencies);
}
