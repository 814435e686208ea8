import { ApiError } from "#api/failure.ts";
import type { ItemFailure } from "#domain/endpoints/capture/captureMedia.ts";

/** The answer about one of many; null for one that there was no time for. */
export type BatchItemResult<Answer> = { answer: Answer } | { failure: ItemFailure } | null;

interface QueuedCall<Asked, Answer> {
  asked: Asked;
  signal: AbortSignal | undefined;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** As many as the calls for many take. */
const maxBatchSize = 100;

/**
 * Makes calls for one out of a call for many: what is asked while a call is on its way goes together with the next one, in its order. The
 * first is not held up by those that come later.
 * @param askMany answers in the order of what is asked
 */
export function batchCalls<Asked, Answer>(
  askMany: (asked: readonly Asked[], signal?: AbortSignal) => Promise<readonly BatchItemResult<Answer>[]>,
): (input: Asked, signal?: AbortSignal) => Promise<Answer> {
  const waiting: QueuedCall<Asked, Answer>[] = [];
  let underway = false;

  async function ask() {
    underway = true;
    while (waiting.length > 0) {
      const all = waiting.splice(0, maxBatchSize);
      try {
        const answers = await askMany(
          all.map(({ asked: input }) => input),
          all[0]?.signal,
        );
        for (const [index, one] of all.entries()) {
          const found = answers[index];
          if (!found) waiting.push(one);
          else if ("answer" in found) one.resolve(found.answer);
          else one.reject(failureOf(found.failure));
        }
      } catch (error) {
        for (const { reject } of all) reject(error);
      }
    }
    underway = false;
  }

  return (input, signal) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ asked: input, signal, resolve, reject });
      if (!underway) void ask();
    });
}

/** As the call for one would have failed. */
const failureOf = (failure: ItemFailure): ApiError =>
  new ApiError({ status: failure.status, body: { error: failure } });
