import { ApiError } from "#api/failure.ts";

/** Milliseconds between retries; the last value repeats. */
const retryDelaysMs = [1000, 2000, 4000, 8000, 15_000, 30_000];

/** Retries after temporary failures; a lost network is waited for without limit. */
const maxTries = 6;

/** Failures that another announcement mends: an expired address, a lost part, a replaced reservation. */
const retryableCodes: ReadonlySet<string> = new Set([
  "uploadNotArrived",
  "notFound",
  "tooManyAttempts",
  "customerMoving",
]);

/** Whether a retry may succeed. Storage answers without our codes. */
const isRetryable = (failure: ApiError): boolean =>
  failure.passing ||
  failure.code === null ||
  retryableCodes.has(failure.code) ||
  (failure.code === "duplicate" && "uploadId" in failure.fields);

/**
 * Retries until it succeeds: after a lost network as soon as it is back, or a moment later. `onWaiting` hears of the wait.
 * @throws Failure that a retry does not mend
 */
export async function retryUntilDone(
  work: () => Promise<void>,
  signal: AbortSignal,
  onWaiting: () => void,
): Promise<void> {
  for (let answered = 0, tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ApiError) || !isRetryable(error)) throw error;
      if (error.status !== 0) answered += 1;
      if (answered >= maxTries) throw error;
      onWaiting();
      const pause = retryDelaysMs[Math.min(tries, retryDelaysMs.length - 1)]!;
      await pauseFor(Math.max(pause, 1000 * (error.retryAfter ?? 0)), signal);
    }
  }
}

/** Ends early when the network returns or the page becomes visible: phones stop the timers of hidden pages. */
function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      document.removeEventListener("visibilitychange", end);
      signal.removeEventListener("abort", end);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener("online", end);
    document.addEventListener("visibilitychange", end);
    signal.addEventListener("abort", end);
  });
}
