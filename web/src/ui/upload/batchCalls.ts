import { ApiError } from "#api/apiError.ts";
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
 * Turns single calls into batch calls. The first call is sent immediately; calls made while it is in flight are sent together, in
 * order, in the next batch.
 * @param sendBatch returns results in the order of its input
 */
export function batchCalls<Asked, Answer>(
  sendBatch: (inputs: readonly Asked[], signal?: AbortSignal) => Promise<readonly BatchItemResult<Answer>[]>,
): (input: Asked, signal?: AbortSignal) => Promise<Answer> {
  const queue: QueuedCall<Asked, Answer>[] = [];
  let isRunning = false;

  async function flush() {
    isRunning = true;
    while (queue.length > 0) {
      const batch = queue.splice(0, maxBatchSize);
      try {
        const results = await sendBatch(
          batch.map(({ input }) => input),
          batch[0]?.signal,
        );
        for (const [index, queuedCall] of batch.entries()) {
          const result = results[index];
          if (!result) queue.push(queuedCall);
          else if ("answer" in result) queuedCall.resolve(result.answer);
          else queuedCall.reject(toApiError(result.failure));
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  }

  return (input, signal) =>
    new Promise<Answer>((resolve, reject) => {
      queue.push({ input, signal, resolve, reject });
      if (!isRunning) void flush();
    });
}

/** The error that a single call would have thrown. */
const toApiError = (failure: ItemFailure): ApiError =>
  new ApiError({ status: failure.status, body: { error: failure } });
