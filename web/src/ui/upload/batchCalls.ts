import { ApiError } from "#api/failure.ts";
import type { ItemFailure } from "#domain/endpoints/capture/captureMedia.ts";

/** The result of one item of a batch; null if the service had no time for it. */
export type BatchItemResult<Answer> = { answer: Answer } | { failure: ItemFailure } | null;

interface QueuedCall<Asked, Answer> {
  input: Asked;
  signal: AbortSignal | undefined;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** Maximum items of a batch call. */
const maxBatchSize = 100;

/**
 * Turns single calls into batch calls. The first call is sent immediately; calls made while it is in flight go together in the
 * next batch, in order.
 * @param sendBatch returns results in the order of its input
 */
export function batchCalls<Asked, Answer>(
  sendBatch: (asked: readonly Asked[], signal?: AbortSignal) => Promise<readonly BatchItemResult<Answer>[]>,
): (input: Asked, signal?: AbortSignal) => Promise<Answer> {
  const waiting: QueuedCall<Asked, Answer>[] = [];
  let isRunning = false;

  async function flush() {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxBatchSize);
      try {
        const results = await sendBatch(
          batch.map(({ input }) => input),
          batch[0]?.signal,
        );
        for (const [index, queued] of batch.entries()) {
          const result = results[index];
          if (!result) waiting.push(queued);
          else if ("answer" in result) queued.resolve(result.answer);
          else queued.reject(failureOf(result.failure));
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  }

  return (input, signal) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ input, signal, resolve, reject });
      if (!isRunning) void flush();
    });
}

/** The error that a single call would have thrown. */
const failureOf = (failure: ItemFailure): ApiError =>
  new ApiError({ status: failure.status, body: { error: failure } });
