import { tooManyAttempts } from "../rateLimit.ts";

/**
 * Password hashes occupy the thread that serves all of an isolate's requests. So they take turns: one at a time in a lane, with a rest
 * after each in which other requests go on. Logins from unknown networks have a lane of their own, so that a flood of them delays
 * nobody else's login.
 */
export type HashLane = "trusted" | "unknown";

/** Hashes from unknown networks that may wait; a further one is refused. */
export const maxWaitingHashes = 20;
const pollIntervalMs = 10;
/** A request that was cancelled no longer polls, and has lost its turn. */
const abandonedAfterMs = 1000;
/** A hash that has not ended after this time was cancelled. */
const maxHashMs = 3000;

interface Lane {
  /** When each waiting hash last asked, in the order in which they came. */
  polledAtMs: Map<symbol, number>;
  busyUntilMs: number;
}
const newLane = (): Lane => ({ polledAtMs: new Map(), busyUntilMs: 0 });
const lanes: Record<HashLane, Lane> = { trusted: newLane(), unknown: newLane() };

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Runs a hash in its turn.
 * @param restMs how long the lane rests afterwards
 * @throws tooManyAttempts if too many are waiting
 */
export async function hashInTurn<T>(laneName: HashLane, restMs: number, hash: () => Promise<T>): Promise<T> {
  const lane = lanes[laneName];
  dropAbandoned(lane);
  if (laneName === "unknown" && lane.polledAtMs.size >= maxWaitingHashes)
    throw tooManyAttempts(Math.ceil(Date.now() / 1000) + 5);
  const turn = Symbol();
  lane.polledAtMs.set(turn, Date.now());
  while (!isNext(lane, turn)) {
    await wait(pollIntervalMs);
    lane.polledAtMs.set(turn, Date.now());
    dropAbandoned(lane);
  }
  lane.polledAtMs.delete(turn);
  lane.busyUntilMs = Date.now() + maxHashMs;
  try {
    return await hash();
  } finally {
    // The clock stands still during computation; a timer moves it on.
    await wait(0);
    lane.busyUntilMs = Date.now() + restMs;
  }
}

const isNext = ({ polledAtMs, busyUntilMs }: Lane, turn: symbol): boolean =>
  Date.now() >= busyUntilMs && polledAtMs.keys().next().value === turn;

function dropAbandoned({ polledAtMs }: Lane): void {
  for (const [turn, at] of polledAtMs) if (Date.now() - at > abandonedAfterMs) polledAtMs.delete(turn);
}
