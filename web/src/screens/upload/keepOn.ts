import { Failure } from "../../api/failure";

/** Milliseconds until it is tried again; the last of them from then on. */
const pauses = [1000, 2000, 4000, 8000, 15_000, 30_000];

/** Answers that are no answer for good are asked for so often; without a network it is waited for as long as it takes. */
const mostTries = 6;

/** What another announcement mends: the address has run out, a part got lost, the reservation gave way to another. */
const mended: ReadonlySet<string> = new Set(["uploadNotArrived", "notFound", "tooManyAttempts"]);

/** Whether the same may go well when it is done again. Storage answers without a code of ours. */
const worthTrying = (failure: Failure): boolean =>
  failure.passing ||
  failure.code === null ||
  mended.has(failure.code) ||
  (failure.code === "duplicate" && "uploadId" in failure.fields);

/**
 * Does something until it is done: after a lost network it goes on when the network is back, or a moment later. `onWaiting` hears
 * that it waits.
 * @throws Failure that trying again does not mend
 */
export async function keepOn(
  work: () => Promise<void>,
  signal: AbortSignal,
  onWaiting: () => void,
): Promise<void> {
  for (let answered = 0, tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Failure) || !worthTrying(error)) throw error;
      if (error.status !== 0) answered += 1;
      if (answered >= mostTries) throw error;
      onWaiting();
      const pause = pauses[Math.min(tries, pauses.length - 1)]!;
      await pauseFor(Math.max(pause, 1000 * (error.retryAfter ?? 0)), signal);
    }
  }
}

/** Ends early when the network comes back or the page is looked at again: phones stop the clocks of what is not looked at. */
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
