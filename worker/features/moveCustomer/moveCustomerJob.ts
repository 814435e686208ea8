import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordOf } from "#domain/core/objects.ts";
import { idParam } from "#worker/db/ids.ts";
import { defineServiceJob, type ServiceStep, type StepOutcome } from "#worker/jobs/defineJob.ts";
import { firstRowid, readOffsets } from "./copyTables.ts";
import {
  catchUp,
  copyRows,
  countActiveWork,
  cutOver,
  planMove,
  prepare,
  startComparing,
} from "./moveCustomer.ts";
import { movedTables, sequenceTables } from "./movedTables.ts";
import { type Route, retireSource, rollBack } from "./moveSource.ts";

const value = z.union([z.string(), z.number(), z.null(), z.tuple([z.string()]).readonly()]);
const cursorValue = z.union([z.number(), z.array(value)]);
const sums = z.record(z.string(), z.object({ rows: z.int(), sum: z.string() }));

/** The phase of a move. Each step is idempotent. */
const cursor = z.object({
  phase: z.enum(["prepare", "copy", "compare", "catchUp", "changePlace", "leave"]),
  offsets: z.record(z.enum(sequenceTables), z.number()),
  table: z.int(),
  after: cursorValue,
  sums,
  switched: z.object({ pause: z.number() }).nullable(),
});
type Cursor = z.output<typeof cursor>;

const request = z.strictObject({
  customerId: z.int(),
  from: z.string(),
  to: z.string(),
});

/** Milliseconds of copying per step. */
const stepMs = 15_000;
/** Maximum number of changed rows left for the cut-over, while writes are stopped. */
const maxChangesAtCutOver = 200;
/**
 * In seconds: until every isolate has re-read the directory after the cut-over; between checks while the customer has work in
 * progress.
 */
const [cacheExpirySeconds, idleRetrySeconds] = [15, 5];

/**
 * Moves a customer's data to another database (docs/operations.md). The job's row is in the directory.
 * @param time milliseconds of copying per step
 */
export const moveCustomerJob = (time: number) =>
  defineServiceJob({
    name: "moveCustomer",
    request,
    cursor,
    retentionHours: 90 * 24,
    step: (step) => moveStep(step, time),
    onFailure: async ({ env, job, request: route }) => {
      const { data } = cursor.safeParse(job.params.cursor);
      if (!data) return { statements: [] };
      return {
        statements: [],
        afterBatch: async () => {
          try {
            await rollBack(env, route, await planMove(env, route, data.offsets));
          } catch (error) {
            console.error(JSON.stringify({ job: job.id, moveCustomer: String(error) }));
          }
        },
      };
    },
  });

export const moveCustomerKind = moveCustomerJob(stepMs);

const phases = cursor.shape.phase.options;
/** Cursor at the beginning of the tables. */
const first = { table: 0, after: firstRowid };

export async function moveStep(
  { env, request: route, cursor: from, job, report }: ServiceStep<Route, Cursor>,
  time = stepMs,
): Promise<StepOutcome<Cursor>> {
  if (!from) {
    const bare = await planMove(
      env,
      route,
      recordOf(sequenceTables, () => 0),
    );
    const offsets = await readOffsets(bare, await movedTables(bare.source));
    return next({ phase: "prepare", offsets, ...first, sums: {}, switched: null });
  }
  const move = await planMove(env, route, from.offsets);
  switch (from.phase) {
    case "prepare":
      await prepare(env, route, move);
      return next({ ...from, phase: "copy" });
    case "copy": {
      const on = await copyRows(move, from, Date.now() + time);
      return next(on ? { ...from, ...on } : { ...from, phase: "compare", ...first });
    }
    case "compare": {
      const { cursor, sums } = await startComparing(move, from, Date.now() + time);
      return next({ ...from, sums, ...(cursor ?? { phase: "catchUp" }) });
    }
    case "catchUp": {
      const applied = await catchUp(move);
      if (applied > maxChangesAtCutOver) return next(from);
      return (await countActiveWork(move)) > 0
        ? next(from, idleRetrySeconds)
        : next({ ...from, phase: "changePlace" });
    }
    case "changePlace": {
      const { requester } = job;
      const author = {
        userId: requester?.userId ?? -1,
        realUserId: requester?.realUserId ?? null,
        customerId: route.customerId,
      };
      const renew = () => report(job.progress, job.total);
      const heldCondition = () =>
        sql`EXISTS (SELECT 1 FROM job WHERE id = ${idParam(job.id)} AND state IN ('PENDING', 'RUNNING') AND leased_until IS ${job.leasedUntil})`;
      const switched = await cutOver(env, route, move, { author, beat: renew, heldCondition });
      return next({ ...from, phase: "leave", switched }, cacheExpirySeconds);
    }
    case "leave":
      await retireSource(route, move);
      return { result: { ...route, ...from.switched, sums: from.sums } };
  }
}

const next = (to: Cursor, wait?: number): StepOutcome<Cursor> => ({
  cursor: to,
  progress: phases.indexOf(to.phase),
  total: phases.length,
  ...(wait !== undefined && { wait }),
});
