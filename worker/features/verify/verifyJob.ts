import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { now } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { job, scheduledJobRun } from "#worker/db/schema/index.ts";
import { listCustomersOutsideDirectory, shardName } from "#worker/db/shards.ts";
import type { Env } from "#worker/env.ts";
import { defineServiceJob, type ServiceStep, type StepOutcome } from "#worker/jobs/defineJob.ts";
import { createJobStatements, enqueueJobQuietly } from "#worker/jobs/startJob.ts";
import { notifyOfFaults, purgeFaultsStatement, recordFaults } from "./mediaFaults.ts";
import { createStoredObjects } from "./objectInfo.ts";
import {
  createInitialCursor,
  createOwnerCheck,
  runWalkStep,
  type StepLimits,
  type WalkCursor,
  walkCursorSchema,
} from "./verifyStep.ts";

/** The job's name in /quartz. */
const scheduledJob = { jobGroup: "media", jobName: "verifyMedia" };

/** Steps are short, because other messages wait for them, and pauses are longer than steps: at most 256 MB per half minute. */
const defaultLimits: StepLimits = { bytes: 256 * 1024 * 1024, milliseconds: 5000, page: 100 };
/** Pause between steps. */
const pauseSeconds = 20;

/** Compares all rows and stored objects, a little at a time: a million photos take about four days. */
export const verifyJobKind = defineServiceJob({
  name: "verifyMedia",
  request: z.strictObject({ began: z.string() }),
  cursor: walkCursorSchema,
  retentionHours: 90 * 24,
  step: (step) => verifyStep(step),
});

export async function verifyStep(
  { env, db, request, cursor, report }: ServiceStep<{ began: string }, WalkCursor>,
  limits = defaultLimits,
): Promise<StepOutcome<WalkCursor>> {
  const startCursor = cursor ?? createInitialCursor(request.began);
  // Sequential, because each renewal of the lease names the previous one.
  let renewals = Promise.resolve();
  const { cursor: nextCursor, isFinished } = await runWalkStep(
    {
      db,
      objects: createStoredObjects(env.STORAGE),
      limits,
      isOwner: createOwnerCheck(await listCustomersOutsideDirectory(env), shardName(env)),
      reportFaults: (faults) => recordFaults(db, faults, now()),
      renewLease: () => {
        renewals = renewals.then(() => report(startCursor.checked, startCursor.checked));
        return renewals;
      },
    },
    startCursor,
  );
  if (nextCursor.faults > startCursor.faults) await notifyOfFaults(env, db, new Date());
  const { checked, bytes, faults, began } = nextCursor;
  if (!isFinished)
    return { cursor: nextCursor, progress: checked, total: checked, delaySeconds: pauseSeconds };
  await db.batch([
    purgeFaultsStatement(db, began),
    db.insert(scheduledJobRun).values(createRunRow(nextCursor)),
  ]);
  return { result: { began, checked, bytes, faults } };
}

const createRunRow = ({ began, checked, bytes, faults }: WalkCursor) => ({
  ...scheduledJob,
  started: began,
  finished: now(),
  duration: Date.now() - Date.parse(began),
  success: true,
  message: `${checked} stored files compared, ${Math.round(bytes / 1e6)} MB read: ${faults === 0 ? "no faults" : `${faults} faults`}`,
});

/** Starts a comparison unless one is active. Returns a summary for the log. */
export async function startVerify(env: Env, db: Database): Promise<string> {
  const activeCondition = and(eq(job.kind, verifyJobKind.name), sql`${job.state} IN ('PENDING', 'RUNNING')`);
  const { id, statements } = createJobStatements(
    db,
    verifyJobKind,
    { customerId: null, requester: null, request: { began: now() } },
    sql`NOT EXISTS (SELECT 1 FROM ${job} WHERE ${activeCondition})`,
  );
  const [insertResult] = await db.batch(statements);
  if (insertResult.meta.changes === 0) return "the previous comparison is still running";
  await enqueueJobQuietly(env, { id });
  return "comparison started";
}
