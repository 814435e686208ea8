import { tooManyAttempts } from "../rateLimit.ts";

/**
 * Password hashes occupy the thread that serves all of an isolate's requests. So they take turns: one at a time in a lane, with a
 * pause after each in which other requests continue. Logins from unknown networks have their own lane, so that a flood of them does
 * not delay other logins.
 */
export type HashLane = "trusted" | "unknown";

/** Maximum waiting hashes from unknown networks; further ones are refused. */
export const maxWaitingHashes = 20;
const pollIntervalMs = 10;
/** A hash that has not polled for this long belongs to a cancelled request, and loses its turn. */
const abandonedAfterMs = 1000;
/** A hash that runs longer than this was cancelled. */
const maxHashMs = 3000;

interface Lane {
  /** When each waiting hash last polled, in order of arrival. */
  polledAtMs: Map<symbol, number>;
  busyUntilMs: number;
}
const createLane = (): Lane => ({ polledAtMs: new Map(), busyUntilMs: 0 });
const lanes: Record<HashLane, Lane> = { trusted: createLane(), unknown: createLane() };

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Runs a hash in its turn.
 * @param restMs how long the lane rests afterwards
 * @throws tooManyAttempts if too many are waiting
 */
export async function runInTurn<T>(laneName: HashLane, restMs: number, hash: () => Promise<T>): Promise<T> {
  const lane = lanes[laneName];
  dropAbandoned(lane);
  if (laneName === "unknown" && lane.polledAtMs.size >= maxWaitingHashes)
    throw tooManyAttempts(Math.ceil(Date.now() / 1000) + 5);
  const waiterId = Symbol();
  lane.polledAtMs.set(waiterId, Date.now());
  while (!isNext(lane, waiterId)) {
    await pause(pollIntervalMs);
    lane.polledAtMs.set(waiterId, Date.now());
    dropAbandoned(lane);
  }
  lane.polledAtMs.delete(waiterId);
  lane.busyUntilMs = Date.now() + maxHashMs;
  try {
    return await hash();
  } finally {
    // The clock does not advance during computation; waiting for a timer advances it.
    await pause(0);
    lane.busyUntilMs = Date.now() + restMs;
  }
}

const isNext = ({ polledAtMs, busyUntilMs }: Lane, waiterId: symbol): boolean =>
  Date.now() >= busyUntilMs && polledAtMs.keys().next().value === waiterId;

function dropAbandoned({ polledAtMs }: Lane): void {
  for (const [id, polledAt] of polledAtMs)
    if (Date.now() - polledAt > abandonedAfterMs) polledAtMs.delete(id);
}
