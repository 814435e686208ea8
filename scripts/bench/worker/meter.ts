import type { Env } from "#worker/env.ts";
import { type Watch, watchEnv } from "#worker/testing/watchedEnv.ts";
import type { PlatformUsage } from "../cost/platformUsage.ts";

const emptyCounters = (): PlatformUsage => ({
  statements: 0,
  rowsRead: 0,
  rowsWritten: 0,
  databaseMs: 0,
  classA: 0,
  classB: 0,
  transformations: 0,
  messages: 0,
  requests: 0,
});

/** R2's class A operations; deletes and aborts are free. */
const classA = /^STORAGE\.(put|list|createMultipartUpload|uploadPart|complete)$/;
const classB = /^STORAGE\.(get|head)$/;

let counters = emptyCounters();
let isMetering = false;

const watch: Watch = {
  before: async ({ name, count }) => {
    if (name.startsWith("DB: ")) counters.statements += count;
    else if (classA.test(name)) counters.classA += 1;
    else if (classB.test(name)) counters.classB += 1;
    else if (name === "IMAGES.output") counters.transformations += 1;
    else if (name.endsWith(".send")) counters.messages += count;
  },
  ran: (_, { rows_read, rows_written, duration }) => {
    counters.rowsRead += rows_read;
    counters.rowsWritten += rows_written;
    counters.databaseMs += duration;
  },
};

/**
 * Wraps the bindings with counters, which start at the first `readMeter`: counting repeats every read, which would distort
 * timings.
 */
export function withMeter<T extends Env>(env: T): T {
  if (!isMetering) return env;
  counters.requests += 1;
  return { ...env, ...watchEnv(env, watch) };
}

/** Returns and resets the counters; the first call enables counting. */
export function readMeter(): PlatformUsage {
  const read = counters;
  counters = emptyCounters();
  isMetering = true;
  return read;
}
