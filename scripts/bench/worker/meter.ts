import type { Env } from "#worker/env.ts";
import { type Watch, watched } from "#worker/testing/watchedEnv.ts";
import type { Metered } from "../cost/metered.ts";

const nothing = (): Metered => ({
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

/** R2's operations by what they cost; deleting and giving up are free. */
const classA = /^STORAGE\.(put|list|createMultipartUpload|uploadPart|complete)$/;
const classB = /^STORAGE\.(get|head)$/;

let counted = nothing();
let on = false;

const watch: Watch = {
  before: async ({ name, count }) => {
    if (name.startsWith("DB: ")) counted.statements += count;
    else if (classA.test(name)) counted.classA += 1;
    else if (classB.test(name)) counted.classB += 1;
    else if (name === "IMAGES.output") counted.transformations += 1;
    else if (name.endsWith(".send")) counted.messages += count;
  },
  ran: (_, { rows_read, rows_written, duration }) => {
    counted.rowsRead += rows_read;
    counted.rowsWritten += rows_written;
    counted.databaseMs += duration;
  },
};

/** The bindings, counted once somebody has asked: a read is asked twice then, which would disturb what is timed. */
export function metered<T extends Env>(env: T): T {
  if (!on) return env;
  counted.requests += 1;
  return { ...env, ...watched(env, watch) };
}

/** What has been counted since the last call, which turns the counting on. */
export function readMeter(): Metered {
  const read = counted;
  counted = nothing();
  on = true;
  return read;
}
