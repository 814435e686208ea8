import { ApiError } from "#api/apiError.ts";

/** Milliseconds between retries; the last value repeats. */
const retryDelaysMs = [1000, 2000, 4000, 8000, 15_000, 30_000];

/** Maximum attempts after temporary failures; retries after a lost network are unlimited. */
const maxTries = 6;

/** Failures that announcing the file again fixes: an expired URL, a lost part, a replaced reservation. */
const retryableCodes: ReadonlySet<string> = new Set([
  "uploadNotArrived",
  "notFound",
  "tooManyAttempts",
  "customerMoving",
]);

/** True if a retry may succeed. Storage errors have none of our codes. */
const isRetryable = (failure: ApiError): boolean =>
  failure.isTransient ||
  failure.code === null ||
  retryableCodes.has(failure.code) ||
  (failure.code === "duplicate" && "uploadId" in failure.fields);

/**
 * Runs `work` until it succeeds. After a lost network it retries as soon as the network returns, or after a delay. `onWaiting` is
 * called before each wait.
 * @throws ApiError that a retry cannot fix
 */
export async function retryUntilDone(
  work: () => Promise<void>,
  signal: AbortSignal,
  onWaiting: () => void,
): Promise<void> {
  for (let failedResponses = 0, tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ApiError) || !isRetryable(error)) throw error;
      if (error.status !== 0) failedResponses += 1;
      if (failedResponses >= maxTries) throw error;
      onWaiting();
      const delay = retryDelaysMs[Math.min(tries, retryDelaysMs.length - 1)]!;
      await waitFor(Math.max(delay, 1000 * (error.retryAfter ?? 0)), signal);
    }
  }
}

/** Waits; ends early when the network returns or the page becomes visible, because phones stop the timers of hidden pages. */
function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
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
