/** Bytes of originals and pixels that an isolate may hold, for all concurrent requests. */
const budgetBytes = 32 * 1024 * 1024;
/** The largest original held in memory: nearly all 48-megapixel phone photos fit. */
export const maxBufferedBytes = 20 * 1024 * 1024;
/** Milliseconds between polls for free memory. */
const pollIntervalMs = 25;
/** Milliseconds after which the request of a holder is considered terminated: the runtime terminates requests without notice. */
const holderTimeoutMs = 60_000;

/** Milliseconds without a poll after which the request of a waiter is considered terminated, for the same reason. */
const waiterTimeoutMs = 2_000;

const holders = new Map<symbol, { bytes: number; startedAt: number }>();
/** In order of arrival. */
const waiters = new Map<symbol, { bytes: number; polledAt: number }>();

function countHeldBytes(): number {
  const oldestTime = Date.now() - holderTimeoutMs;
  let bytes = 0;
  for (const [holder, entry] of holders)
    if (entry.startedAt < oldestTime) holders.delete(holder);
    else bytes += entry.bytes;
  return bytes;
}

/** A request larger than the whole budget runs alone. */
const fitsBudget = (bytes: number, usedBytes: number): boolean =>
  usedBytes === 0 || usedBytes + bytes <= budgetBytes;

/** True if an earlier waiter could use the free memory. */
function wouldOvertakeWaiter(holder: symbol, usedBytes: number): boolean {
  const oldestTime = Date.now() - waiterTimeoutMs;
  for (const [waiter, { bytes, polledAt }] of waiters) {
    if (waiter === holder) return false;
    if (polledAt < oldestTime) waiters.delete(waiter);
    else if (fitsBudget(bytes, usedBytes)) return true;
  }
  return false;
}

/**
 * Calls `run` once the budget has `bytes` free; waiters that fit are served in order of arrival. It polls instead of being
 * notified, because no request may depend on another one finishing.
 */
export async function runWithMemory<T>(bytes: number, run: () => Promise<T>): Promise<T> {
  const holder = Symbol();
  for (;;) {
    waiters.set(holder, { bytes, polledAt: Date.now() });
    const usedBytes = countHeldBytes();
    if (fitsBudget(bytes, usedBytes) && !wouldOvertakeWaiter(holder, usedBytes)) break;
    await scheduler.wait(pollIntervalMs);
  }
  waiters.delete(holder);
  holders.set(holder, { bytes, startedAt: Date.now() });
  try {
    return await run();
  } finally {
    holders.delete(holder);
  }
}
