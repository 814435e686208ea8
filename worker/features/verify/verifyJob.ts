import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { now } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { job, scheduledJobRun } from "#worker/db/schema/index.ts";
import { customersOutsideDirectory, shardName } from "#worker/db/shards.ts";
import type { Env } from "#worker/env.ts";
import { defineServiceJob, type ServiceStep, type StepOutcome } from "#worker/jobs/defineJob.ts";
import { enqueueJob, jobInBatch } from "#worker/jobs/startJob.ts";
import { notifyOfFaults, purgeFaultsStatement, recordFaults } from "./mediaFaults.ts";
import { objectsIn } from "./objectInfo.ts";
import {
  beginning,
  ownerCheck,
  type StepLimits,
  type WalkCursor,
  walkCursor,
  walkObjects,
} from "./verifyStep.ts";

/** Its name in /quartz. */
const scheduledJob = { jobGroup: "media", jobName: "verifyMedia" };

/** Steps are short, because other messages wait for them, and pauses are longer than steps: at most 256 MB per half minute. */
const defaultLimits: StepLimits = { bytes: 256 * 1024 * 1024, milliseconds: 5000, page: 100 };
/** Pause between steps. */
const restSeconds = 20;

/** Compares all rows and stored objects, a little at a time: a million photos take about four days. */
export const verifyKind = defineServiceJob({
  name: "verifyMedia",
  request: z.strictObject({ began: z.string() }),
  cursor: walkCursor,
  retentionHours: 90 * 24,
  step: (step) => verifyStep(step),
});

export async function verifyStep(
  { env, db, request, cursor, report }: ServiceStep<{ began: string }, WalkCursor>,
  limits = defaultLimits,
): Promise<StepOutcome<WalkCursor>> {
  const from = cursor ?? beginning(request.began);
  // Sequential, because each renewal of the lease names the previous one.
  let beats = Promise.resolve();
  const { cursor: next, ended } = await walkObjects(
    {
      db,
      objects: objectsIn(env.STORAGE),
      limits,
      isOwner: ownerCheck(await customersOutsideDirectory(env), shardName(env)),
      note: (faults) => recordFaults(db, faults, now()),
      beat: () => {
        beats = beats.then(() => report(from.checked, from.checked));
        return beats;
      },
    },
    from,
  );
  if (next.faults > from.faults) await notifyOfFaults(env, db, new Date());
  const { checked, bytes, faults, began } = next;
  if (!ended) return { cursor: next, progress: checked, total: checked, delaySeconds: restSeconds };
  await db.batch([purgeFaultsStatement(db, began), db.insert(scheduledJobRun).values(runOf(next))]);
  return { result: { began, checked, bytes, faults } };
}

const runOf = ({ began, checked, bytes, faults }: WalkCursor) => ({
  ...scheduledJob,
  started: began,
  finished: now(),
  duration: Date.now() - Date.parse(began),
  success: true,
  message: `${checked} stored files compared, ${Math.round(bytes / 1e6)} MB read: ${faults === 0 ? "nothing wrong" : `${faults} faults`}`,
});

/** Begins a comparison unless one is active. Returns a summary for the log. */
export async function beginVerify(env: Env, db: Database): Promise<string> {
  const underWay = and(eq(job.kind, verifyKind.name), sql`${job.state} IN ('PENDING', 'RUNNING')`);
  const { id, statements } = jobInBatch(
    db,
    verifyKind,
    { customerId: null, requester: null, request: { began: now() } },
    sql`NOT EXISTS (SELECT 1 FROM ${job} WHERE ${underWay})`,
  );
  const [inserted] = await db.batch(statements);
  if (inserted.meta.changes === 0) return "the last comparison is still under way";
  await enqueueJob(env, { id });
  return "comparison begun";
}
