/** Bytes of originals and pixels that an isolate holds at once, for all requests together. */
const ROOM = 32 * 1024 * 1024;
/** The largest original that is held: of those that phones take at 48 megapixels, nearly all. */
export const MOST_HELD = 20 * 1024 * 1024;
/** Milliseconds between two looks whether there is room. */
const LOOK = 25;
/** Milliseconds after which a holder is thought dead: the runtime ends requests without telling them. */
const DEAD = 60_000;

const holders = new Map<symbol, { bytes: number; since: number }>();

function taken(): number {
  const oldest = Date.now() - DEAD;
  let bytes = 0;
  for (const [holder, held] of holders)
    if (held.since < oldest) holders.delete(holder);
    else bytes += held.bytes;
  return bytes;
}

/**
 * Runs what holds this many bytes when there is room for them. It looks again and again instead of being called: no request may
 * depend on another one's end.
 */
export async function withRoom<T>(bytes: number, work: () => Promise<T>): Promise<T> {
  const holder = Symbol();
  for (;;) {
    const present = taken();
    // What alone is more than the room waits for nobody's end but everybody's.
    if (present === 0 || present + bytes <= ROOM) break;
    await scheduler.wait(LOOK);
  }
  holders.set(holder, { bytes, since: Date.now() });
  try {
    return await work();
  } finally {
    holders.delete(holder);
  }
}
