import { Session } from "node:inspector";

/**
 * How the work of a run grows with its input, for tests. Work is counted, not timed: how often each block of this project's code ran,
 * as the engine's own coverage tells, and how long the lists and texts were that built-in searches walk. The same run gives the same
 * count on every machine. Patterns are the one thing that it does not see; `npm run check:patterns` proves those linear.
 */

const smaller = 400;
const larger = 1600;
/** How much dearer than steady growth it may be: sorting adds a little, growth by squares makes 16 of 4. */
const slack = 2;

/** How many steps a run of each size takes, where they grow faster than the size; null where they do not. */
export function superlinear(make: (size: number) => () => unknown): [number, number] | null {
  const few = stepsOf(make(smaller));
  const many = stepsOf(make(larger));
  return many > (larger / smaller) * Math.max(few, 100) * slack ? [few, many] : null;
}

/** Steps that a run takes. */
export function stepsOf(run: () => unknown): number {
  const walked = countWalks();
  const counts = blocksRun(() => {
    try {
      run();
    } finally {
      walked.end();
    }
  });
  return counts + walked.steps();
}

type Coverage = { result: { url: string; functions: { ranges: { count: number }[] }[] }[] };

const session = new Session();
session.connect();
const ask = <T>(method: string, params: object = {}): T => {
  let answer: unknown;
  session.post(method, params, (error, result) => {
    if (error) throw error;
    answer = result;
  });
  return answer as T;
};
ask("Profiler.enable");
ask("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

function blocksRun(run: () => void): number {
  // Taking the counts sets them back to 0.
  const take = () => ask<Coverage>("Profiler.takePreciseCoverage").result;
  take();
  run();
  return take()
    .filter(({ url }) => url.includes("/domain/") && !url.includes("/node_modules/"))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}

/** Built-ins that walk all of a list or text, each worth as many steps as that is long. */
const walks = [
  [
    Array.prototype,
    ["includes", "indexOf", "lastIndexOf", "slice", "concat", "toSpliced", "toSorted", "join"],
  ],
  [Array.prototype, ["splice", "shift", "unshift", "with", "toReversed", "flat"]],
  [String.prototype, ["includes", "indexOf", "split", "trim", "replaceAll", "normalize", "toLowerCase"]],
] as const;

function countWalks(): { end: () => void; steps: () => number } {
  let steps = 0;
  const put: (() => void)[] = [];
  for (const [holder, names] of walks)
    for (const name of names) {
      const own = Object.getOwnPropertyDescriptor(holder, name);
      const walk = own?.value as (...given: unknown[]) => unknown;
      Object.defineProperty(holder, name, {
        ...own,
        value(this: ArrayLike<unknown>, ...given: unknown[]) {
          const found = walk.apply(this, given);
          steps += walkedBy(name, this.length, given[1], found);
          return found;
        },
      });
      put.push(() => Object.defineProperty(holder, name, own ?? {}));
    }
  const end = () => {
    for (const back of put) back();
  };
  return { end, steps: () => steps };
}

/** A slice costs what it holds, a search what lies before the find; the rest walk everything. */
function walkedBy(name: string, length: number, from: unknown, found: unknown): number {
  if (name === "slice") return (found as ArrayLike<unknown>).length;
  if (name !== "indexOf") return length;
  return (found === -1 ? length : Number(found)) - (typeof from === "number" ? from : 0);
}
