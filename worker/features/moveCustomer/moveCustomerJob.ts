import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordOf } from "#domain/core/objects.ts";
import { idParam } from "#worker/db/ids.ts";
import { defineServiceJob, type ServiceStep, type StepOutcome } from "#worker/jobs/defineJob.ts";
import { firstRowid, reserveIdOffsets } from "./copyTables.ts";
import {
  catchUpChanges,
  copyRows,
  countActiveWork,
  cutOver,
  planMove,
  prepareMove,
  startComparing,
} from "./moveCustomer.ts";
import { listMovedTables, sequenceTables } from "./movedTables.ts";
import { type Route, retireSource, rollBack } from "./moveSource.ts";

const storedValueSchema = z.union([z.string(), z.number(), z.null(), z.tuple([z.string()]).readonly()]);
const rowCursorSchema = z.union([z.number(), z.array(storedValueSchema)]);
const checksumsSchema = z.record(z.string(), z.object({ rows: z.int(), sum: z.string() }));

/** The phase of a move. Each step is idempotent. */
const moveCursorSchema = z.object({
  phase: z.enum(["prepare", "copy", "compare", "catchUp", "changePlace", "leave"]),
  offsets: z.record(z.enum(sequenceTables), z.number()),
  table: z.int(),
  after: rowCursorSchema,
  sums: checksumsSchema,
  switched: z.object({ pauseMs: z.number() }).nullable(),
});
type Cursor = z.output<typeof moveCursorSchema>;

const moveRequestSchema = z.strictObject({
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
 * @param milliseconds milliseconds of copying per step
 */
export const createMoveCustomerJob = (milliseconds: number) =>
  defineServiceJob({
    name: "moveCustomer",
    request: moveRequestSchema,
    cursor: moveCursorSchema,
    retentionHours: 90 * 24,
    step: (step) => runMoveStep(step, milliseconds),
    onFailure: async ({ env, job, request: route }) => {
      const { data } = moveCursorSchema.safeParse(job.params.cursor);
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

export const moveCustomerKind = createMoveCustomerJob(stepMs);

const phases = moveCursorSchema.shape.phase.options;
/** Cursor at the beginning of the tables. */
const firstPosition = { table: 0, after: firstRowid };

export async function runMoveStep(
  { env, request: route, cursor: from, job, report }: ServiceStep<Route, Cursor>,
  milliseconds = stepMs,
): Promise<StepOutcome<Cursor>> {
  if (!from) {
    const moveWithoutOffsets = await planMove(
      env,
      route,
      recordOf(sequenceTables, () => 0),
    );
    const offsets = await reserveIdOffsets(
      moveWithoutOffsets,
      await listMovedTables(moveWithoutOffsets.source),
    );
    return continueAt({ phase: "prepare", offsets, ...firstPosition, sums: {}, switched: null });
  }
  const move = await planMove(env, route, from.offsets);
  switch (from.phase) {
    case "prepare":
      await prepareMove(env, route, move);
      return continueAt({ ...from, phase: "copy" });
    case "copy": {
      const nextPosition = await copyRows(move, from, Date.now() + milliseconds);
      return continueAt(
        nextPosition ? { ...from, ...nextPosition } : { ...from, phase: "compare", ...firstPosition },
      );
    }
    case "compare": {
      const { cursor, sums } = await startComparing(move, from, Date.now() + milliseconds);
      return continueAt({ ...from, sums, ...(cursor ?? { phase: "catchUp" }) });
    }
    case "catchUp": {
      const changeCount = await catchUpChanges(move);
      if (changeCount > maxChangesAtCutOver) return continueAt(from);
      return (await countActiveWork(move)) > 0
        ? continueAt(from, idleRetrySeconds)
        : continueAt({ ...from, phase: "changePlace" });
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
      const cutOverResult = await cutOver(env, route, move, { author, renew, heldCondition });
      return continueAt({ ...from, phase: "leave", switched: cutOverResult }, cacheExpirySeconds);
    }
    case "leave":
      await retireSource(route, move);
      return { result: { ...route, ...from.switched, sums: from.sums } };
  }
}

const continueAt = (to: Cursor, delaySeconds?: number): StepOutcome<Cursor> => ({
  cursor: to,
  progress: phases.indexOf(to.phase),
  total: phases.length,
  ...(delaySeconds !== undefined && { wait: delaySeconds }),
});
