/** Bytes of originals and pixels that an isolate may hold, for all concurrent requests. */
const budgetBytes = 32 * 1024 * 1024;
/** The largest original held in memory: nearly all 48-megapixel phone photos fit. */
export const maxHeldBytes = 20 * 1024 * 1024;
/** Milliseconds between polls for free memory. */
const pollMs = 25;
/** Milliseconds after which a holder is considered dead: the runtime ends requests without notice. */
const holderTimeoutMs = 60_000;

/** Milliseconds without a poll after which a waiter is considered dead, for the same reason. */
const waiterTimeoutMs = 2_000;

const holders = new Map<symbol, { bytes: number; startedAt: number }>();
/** In order of arrival. */
const waiting = new Map<symbol, { bytes: number; polledAt: number }>();

function heldBytes(): number {
  const oldest = Date.now() - holderTimeoutMs;
  let bytes = 0;
  for (const [holder, entry] of holders)
    if (entry.startedAt < oldest) holders.delete(holder);
    else bytes += entry.bytes;
  return bytes;
}

/** A request larger than the whole budget runs alone. */
const fits = (bytes: number, usedBytes: number): boolean =>
  usedBytes === 0 || usedBytes + bytes <= budgetBytes;

/** Whether an earlier waiter could use the free memory. */
function wouldOvertake(holder: symbol, usedBytes: number): boolean {
  const oldest = Date.now() - waiterTimeoutMs;
  for (const [waiter, { bytes, polledAt }] of waiting) {
    if (waiter === holder) return false;
    if (polledAt < oldest) waiting.delete(waiter);
    else if (fits(bytes, usedBytes)) return true;
  }
  return false;
}

/**
 * Runs `work` once the budget has `bytes` free; among waiters that fit, first come first served. It polls instead of being
 * notified: no request may depend on another one finishing.
 */
export async function withMemory<T>(bytes: number, work: () => Promise<T>): Promise<T> {
  const holder = Symbol();
  for (;;) {
    waiting.set(holder, { bytes, polledAt: Date.now() });
    const usedBytes = heldBytes();
    if (fits(bytes, usedBytes) && !wouldOvertake(holder, usedBytes)) break;
    await scheduler.wait(pollMs);
  }
  waiting.delete(holder);
  holders.set(holder, { bytes, startedAt: Date.now() });
  try {
    return await work();
  } finally {
    holders.delete(holder);
  }
}
