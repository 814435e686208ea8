import type { Env } from "#worker/env.ts";
import { consumeDelivery } from "./consumers/deliveries.ts";
import { consumeDeadLetter, consumeJob } from "./consumers/jobs.ts";
import { consumeStorageEvent } from "./consumers/storageEvents.ts";

type Consumer = (body: unknown, env: Env) => Promise<void>;

const consumers: Record<string, Consumer> = {
  "siteproof-jobs": consumeJob,
  "siteproof-deliveries": consumeDelivery,
  "siteproof-storage-events": consumeStorageEvent,
};

/** Acknowledges messages individually: a failed message is retried alone and ends up in the dead letter queue. */
export async function consume(batch: Pick<MessageBatch, "queue" | "messages">, env: Env): Promise<void> {
  const consumer = consumers[batch.queue] ?? consumeDeadLetter;
  for (const message of batch.messages) {
    try {
      await consumer(message.body, env);
      message.ack();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      console.error(
        JSON.stringify({
          queue: batch.queue,
          message: message.id,
          attempts: message.attempts,
          error: reason,
        }),
      );
      message.retry({ delaySeconds: Math.min(600, 10 * 2 ** message.attempts) });
    }
  }
}
