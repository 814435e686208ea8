import { Session } from "node:inspector";

/**
 * Measures how the work of a function grows with its input, for tests. Work is counted, not timed: how often each block of this
 * project's code runs, from the engine's coverage, plus the lengths of the lists and texts that built-in searches walk. The same
 * run gives the same count on every machine. Regular expressions are not covered; `npm run check:patterns` proves those linear.
 */

const smallerSize = 400;
const largerSize = 1600;
/** Allowed factor above linear growth: sorting adds a little, while quadratic growth turns 4 into 16. */
const toleranceFactor = 2;

/** The steps of a run of each size if they grow faster than the size; otherwise null. */
export function findSuperlinearGrowth(make: (size: number) => () => unknown): [number, number] | null {
  const smallerSteps = countSteps(make(smallerSize));
  const largerSteps = countSteps(make(largerSize));
  return largerSteps > (largerSize / smallerSize) * Math.max(smallerSteps, 100) * toleranceFactor
    ? [smallerSteps, largerSteps]
    : null;
}

/** The number of steps of a run. */
export function countSteps(run: () => unknown): number {
  const walkCounter = startCountingWalks();
  const blockCount = countBlocksRun(() => {
    try {
      run();
    } finally {
      walkCounter.end();
    }
  });
  return blockCount + walkCounter.steps();
}

type Coverage = { result: { url: string; functions: { ranges: { count: number }[] }[] }[] };

const session = new Session();
session.connect();
const postCommand = <T>(method: string, params: object = {}): T => {
  let response: unknown;
  session.post(method, params, (error, result) => {
    if (error) throw error;
    response = result;
  });
  return response as T;
};
postCommand("Profiler.enable");
postCommand("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

function countBlocksRun(run: () => void): number {
  // Taking the counts resets them to 0.
  const takeCoverage = () => postCommand<Coverage>("Profiler.takePreciseCoverage").result;
  takeCoverage();
  run();
  return takeCoverage()
    .filter(({ url }) => url.includes("/domain/") && !url.includes("/node_modules/"))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}

/** Built-ins that walk a whole list or text; each costs as many steps as its length. */
const walkingBuiltIns = [
  [
    Array.prototype,
    ["includes", "indexOf", "lastIndexOf", "slice", "concat", "toSpliced", "toSorted", "join"],
  ],
  [Array.prototype, ["splice", "shift", "unshift", "with", "toReversed", "flat"]],
  [String.prototype, ["includes", "indexOf", "split", "trim", "replaceAll", "normalize", "toLowerCase"]],
] as const;

function startCountingWalks(): { end: () => void; steps: () => number } {
  let steps = 0;
  const restoreFunctions: (() => void)[] = [];
  for (const [prototype, names] of walkingBuiltIns)
    for (const name of names) {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
      const walk = descriptor?.value as (...args: unknown[]) => unknown;
      Object.defineProperty(prototype, name, {
        ...descriptor,
        value(this: ArrayLike<unknown>, ...args: unknown[]) {
          const result = walk.apply(this, args);
          steps += walkLength(name, this.length, args[1], result);
          return result;
        },
      });
      restoreFunctions.push(() => Object.defineProperty(prototype, name, descriptor ?? {}));
    }
  const end = () => {
    for (const restore of restoreFunctions) restore();
  };
  return { end, steps: () => steps };
}

/** A slice costs its length, a search the distance to the match; all others walk everything. */
function walkLength(name: string, length: number, from: unknown, result: unknown): number {
  if (name === "slice") return (result as ArrayLike<unknown>).length;
  if (name !== "indexOf") return length;
  return (result === -1 ? length : Number(result)) - (typeof from === "number" ? from : 0);
}
