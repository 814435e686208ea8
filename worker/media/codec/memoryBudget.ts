/** Bytes of originals and pixels that an isolate holds at once, for all requests together. */
const budgetBytes = 32 * 1024 * 1024;
/** The largest original that is held: of those that phones take at 48 megapixels, nearly all. */
export const maxHeldBytes = 20 * 1024 * 1024;
/** Milliseconds between two looks whether there is room. */
const pollMs = 25;
/** Milliseconds after which a holder is thought dead: the runtime ends requests without telling them. */
const holderTimeoutMs = 60_000;

/** Milliseconds after which one that waits and has not looked again is thought dead, for the same reason. */
const waiterTimeoutMs = 2_000;

const holders = new Map<symbol, { bytes: number; since: number }>();
/** In the order in which they came. */
const waiting = new Map<symbol, { bytes: number; looked: number }>();

function heldBytes(): number {
  const oldest = Date.now() - holderTimeoutMs;
  let bytes = 0;
  for (const [holder, held] of holders)
    if (held.since < oldest) holders.delete(holder);
    else bytes += held.bytes;
  return bytes;
}

/** What alone is more than the room waits for nobody's end but everybody's. */
const fits = (bytes: number, present: number): boolean => present === 0 || present + bytes <= budgetBytes;

/** Whether somebody who came earlier could have the room that there is. */
function wouldOvertake(holder: symbol, present: number): boolean {
  const oldest = Date.now() - waiterTimeoutMs;
  for (const [other, { bytes, looked }] of waiting) {
    if (other === holder) return false;
    if (looked < oldest) waiting.delete(other);
    else if (fits(bytes, present)) return true;
  }
  return false;
}

/**
 * Runs what holds this many bytes when there is room for them: of those that fit, whoever came first. It looks again and again instead of
 * being called: no request may depend on another one's end.
 */
export async function withMemory<T>(bytes: number, work: () => Promise<T>): Promise<T> {
  const holder = Symbol();
  for (;;) {
    waiting.set(holder, { bytes, looked: Date.now() });
    const present = heldBytes();
    if (fits(bytes, present) && !wouldOvertake(holder, present)) break;
    await scheduler.wait(pollMs);
  }
  waiting.delete(holder);
  holders.set(holder, { bytes, since: Date.now() });
  try {
    return await work();
  } finally {
    holders.delete(holder);
  }
}
