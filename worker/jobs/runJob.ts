import { and, eq, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { addSeconds, now } from "#domain/core/fields.ts";
import { Problem } from "#domain/core/problem.ts";
import { truncate } from "#domain/core/text/trim.ts";
import { authorizeActor } from "#worker/auth/session/actor.ts";
import { ConnectorError } from "#worker/connectors/connector.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { type JobRow, job } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import type { JobFailure, JobKind, JobKinds, StepOutcome } from "./defineJob.ts";
import { sendJobMessage } from "./startJob.ts";

/** Attempts at one step before the job fails. */
export const maxAttempts = 5;
/** Duration of a step's lease of the job. Reporting progress renews the lease. */
const leaseSeconds = 180;
/** Seconds until a failed step is retried: 10, 20, 40, 80. */
const computeBackoffSeconds = (attempts: number) => 10 * 2 ** (attempts - 1);

/** Seconds that an external system asks its callers to wait, at most an hour. */
const getRetryAfterSeconds = (error: unknown) =>
  Math.min(3600, error instanceof ConnectorError ? (error.retryAfter ?? 0) : 0);

const activeCondition = inArray(job.state, ["PENDING", "RUNNING"]);

/** The lease has expired and another consumer has the job, or the job has ended. */
export class LeaseLostError extends Error {
  override name = "LeaseLostError";
}

/**
 * Runs one step of a job and sends the message for the next step. A message may be delivered twice, even concurrently: only the consumer that
 * gets the lease works. A failed step is retried later; after the last attempt, or if a retry cannot help, the job becomes FAILED.
 */
export async function runJob(env: Env, db: Database, jobId: string, kinds: JobKinds): Promise<void> {
  const row = await acquireLease(db, jobId);
  if (!row) return;
  const delaySeconds = await runLeasedStep(env, db, row, kinds);
  if (delaySeconds !== null) await sendJobMessage(env, jobId, delaySeconds);
}

/** Runs all steps of a job one after another, for a caller that waits. The first failure ends the job. @throws whatever the step throws */
export async function runJobToEnd(env: Env, db: Database, jobId: string, kind: JobKind): Promise<JobRow> {
  const kinds = { [kind.name]: kind };
  for (;;) {
    const row = await acquireLease(db, jobId);
    if (!row) break;
    try {
      await writeOutcome(db, row, await runStep(env, db, row, kinds));
    } catch (error) {
      await failJob(env, db, row, kinds, error);
      throw error;
    }
  }
  return (await db.select().from(job).where(eq(job.id, jobId)).get())!;
}

/** Acquires the lease of a job, or returns null. `leasedUntil` always increases, so it also identifies the holder. */
async function acquireLease(db: Database, jobId: string): Promise<JobRow | null> {
  const [row] = await db
    .update(job)
    .set({ state: "RUNNING", leasedUntil: addSeconds(leaseSeconds), attempts: sql`${job.attempts} + 1` })
    .where(and(eq(job.id, jobId), activeCondition, or(isNull(job.leasedUntil), lte(job.leasedUntil, now()))))
    .returning();
  return row ?? null;
}

/** Runs a step. Returns the seconds until the next message, or null for none. */
async function runLeasedStep(env: Env, db: Database, row: JobRow, kinds: JobKinds): Promise<number | null> {
  if (row.attempts > maxAttempts) {
    // Attempts without an error were terminated by the platform for exceeding its memory or time limit.
    await failJob(env, db, row, kinds, row.lastError ?? `stopped ${maxAttempts} times without finishing`);
    return null;
  }
  try {
    const outcome = await runStep(env, db, row, kinds);
    const isContinuing = await writeOutcome(db, row, outcome);
    return isContinuing && "delaySeconds" in outcome ? (outcome.delaySeconds ?? 0) : isContinuing ? 0 : null;
  } catch (error) {
    if (error instanceof LeaseLostError) return null;
    console.error(JSON.stringify({ job: row.id, attempt: row.attempts, error: getErrorMessage(error) }));
    // A problem of the catalogue would recur on every attempt, unless it is an internal error.
    const isPermanentError = error instanceof Problem && error.status !== 500;
    if (isPermanentError || row.attempts >= maxAttempts) {
      await failJob(env, db, row, kinds, error);
      return null;
    }
    const delaySeconds = Math.max(computeBackoffSeconds(row.attempts), getRetryAfterSeconds(error));
    await updateIfLeased(db, row, {
      lastError: getErrorMessage(error),
      leasedUntil: addSeconds(delaySeconds),
    });
    return delaySeconds;
  }
}

async function runStep(env: Env, db: Database, row: JobRow, kinds: JobKinds): Promise<StepOutcome> {
  const kind = kinds[row.kind];
  if (!kind) throw new Error(`unknown kind of job: ${row.kind}`);
  return kind.step({
    env,
    db,
    job: row,
    // The authority, the product, the customer or the right to switch may have been withdrawn since the previous step.
    actor:
      kind.startedBy === "service"
        ? null
        : await authorizeActor(db, row.requester, kind.startedBy, row.customerId),
    report: async (progress, total, cursor) => {
      const leasedUntil = addSeconds(leaseSeconds);
      const change = {
        ...{ progress, total, leasedUntil },
        ...(cursor !== undefined && { params: { ...row.params, cursor } }),
        // Progress resets the attempts.
        ...(cursor !== undefined && progress > row.progress && { attempts: 0 }),
      };
      if (!(await updateIfLeased(db, row, change))) throw new LeaseLostError(row.id);
      Object.assign(row, change);
    },
  });
}

/**
 * Writes the outcome of a step and releases the lease. Returns whether the job continues. `leasedUntil` becomes now, not null, so that
 * the sweeper does not consider the job stuck.
 */
async function writeOutcome(db: Database, row: JobRow, outcome: StepOutcome): Promise<boolean> {
  const leaseRelease = { attempts: 0, lastError: null, leasedUntil: now() };
  if ("result" in outcome) {
    await updateIfLeased(db, row, {
      ...leaseRelease,
      state: "DONE",
      result: outcome.result,
      progress: sql`${job.total}`,
      finishedAt: now(),
    });
    return false;
  }
  const { progress, total, cursor } = outcome;
  return updateIfLeased(db, row, { ...leaseRelease, progress, total, params: { ...row.params, cursor } });
}

/** Changes the job if the caller still holds the lease. Returns whether the job was changed. */
async function updateIfLeased(
  db: Database,
  row: JobRow,
  change: { [K in keyof JobRow]?: JobRow[K] | ReturnType<typeof sql> },
): Promise<boolean> {
  const changedRows = await db
    .update(job)
    .set(change)
    .where(and(eq(job.id, row.id), activeCondition, eq(job.leasedUntil, row.leasedUntil!)))
    .returning({ id: job.id });
  return changedRows.length === 1;
}

/** Fails the job if the caller still holds the lease. */
const failJob = (env: Env, db: Database, row: JobRow, kinds: JobKinds, error: unknown) =>
  failJobIf(env, db, row, kinds, error, sql`${job.leasedUntil} = ${row.leasedUntil}`);

/** Fails a job whose message is a dead letter, unless another message has advanced the job in the meantime. */
export async function failDeadLetteredJob(
  env: Env,
  db: Database,
  jobId: string,
  kinds: JobKinds,
): Promise<void> {
  const row = await db.select().from(job).where(eq(job.id, jobId)).get();
  const idleCondition = sql`(${job.leasedUntil} IS NULL OR ${job.leasedUntil} <= ${addSeconds(-120)})`;
  if (row) await failJobIf(env, db, row, kinds, "its messages could not be delivered", idleCondition);
}

async function failJobIf(
  env: Env,
  db: Database,
  row: JobRow,
  kinds: JobKinds,
  error: unknown,
  condition: SQL,
) {
  const { statements, afterBatch } = await callOnFailure(env, db, row, kinds, error);
  const unchangedCondition = and(eq(job.id, row.id), activeCondition, condition);
  const failStatement = db
    .update(job)
    .set({ state: "FAILED", lastError: getErrorMessage(error), finishedAt: now() })
    .where(unchangedCondition);
  if (
    await batchIf(db, sql`EXISTS (SELECT 1 FROM ${job} WHERE ${unchangedCondition})`, [
      ...statements,
      failStatement,
    ])
  )
    await afterBatch?.();
}

/** Calls the kind's `onFailure`. A job of an unknown kind, or with a request that cannot be parsed, fails without it. */
async function callOnFailure(
  env: Env,
  db: Database,
  row: JobRow,
  kinds: JobKinds,
  error: unknown,
): Promise<JobFailure> {
  try {
    return (await kinds[row.kind]?.onFailure(env, db, row, error)) ?? { statements: [] };
  } catch (onFailureError) {
    console.error(JSON.stringify({ job: row.id, onFailure: getErrorMessage(onFailureError) }));
    return { statements: [] };
  }
}

/** The message of the innermost cause, because the message of a failed query contains its parameters. At most 500 characters. */
export function getErrorMessage(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return truncate(cause instanceof Error ? cause.message : String(cause), 500);
}
