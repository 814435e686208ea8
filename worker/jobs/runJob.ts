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

/** Tries of one step before the job is given up. */
export const maxAttempts = 5;
/** Seconds for which a step holds the job; reporting progress renews it. */
const leaseSeconds = 180;
/** Seconds until a step that failed is tried again: 10, 20, 40, 80. */
const backoffSeconds = (attempts: number) => 10 * 2 ** (attempts - 1);

/** Seconds that another system asks to be left alone, an hour at most. */
const retryAfterOf = (error: unknown) =>
  Math.min(3600, error instanceof ConnectorError ? (error.retryAfter ?? 0) : 0);

const activeCondition = inArray(job.state, ["PENDING", "RUNNING"]);

/** The lease ran out and another consumer has the job, or the job has ended. */
export class LeaseLostError extends Error {
  override name = "LeaseLostError";
}

/**
 * Runs one step of a job and sends the message for the next. A message may be delivered twice, even at once: the lease lets one
 * consumer work, the other does nothing. A step that fails is tried again later; after the last try, or when another cannot help, the
 * job is FAILED with the reason.
 */
export async function runJob(env: Env, db: Database, jobId: string, kinds: JobKinds): Promise<void> {
  const row = await acquireLease(db, jobId);
  if (!row) return;
  const next = await advance(env, db, row, kinds);
  if (next !== null) await sendJobMessage(env, jobId, next);
}

/** Runs all steps of a job in turn, for a caller who waits. The first failure ends the job. @throws what the step threw. */
export async function runToEnd(env: Env, db: Database, jobId: string, kind: JobKind): Promise<JobRow> {
  const kinds = { [kind.name]: kind };
  for (;;) {
    const row = await acquireLease(db, jobId);
    if (!row) break;
    try {
      await finishStep(db, row, await stepOf(env, db, row, kinds));
    } catch (error) {
      await fail(env, db, row, kinds, error);
      throw error;
    }
  }
  return (await db.select().from(job).where(eq(job.id, jobId)).get())!;
}

/**
 * Takes the lease of a job if it is free. Each `leasedUntil` is later than all before it, so it also identifies the holder.
 */
async function acquireLease(db: Database, jobId: string): Promise<JobRow | null> {
  const [row] = await db
    .update(job)
    .set({ state: "RUNNING", leasedUntil: addSeconds(leaseSeconds), attempts: sql`${job.attempts} + 1` })
    .where(and(eq(job.id, jobId), activeCondition, or(isNull(job.leasedUntil), lte(job.leasedUntil, now()))))
    .returning();
  return row ?? null;
}

/** Runs a step. Returns the seconds until the next message, or null for none. */
async function advance(env: Env, db: Database, row: JobRow, kinds: JobKinds): Promise<number | null> {
  if (row.attempts > maxAttempts) {
    // Tries that note no error were stopped by the platform, for memory or time.
    await fail(env, db, row, kinds, row.lastError ?? `stopped ${maxAttempts} times without finishing`);
    return null;
  }
  try {
    const outcome = await stepOf(env, db, row, kinds);
    const more = await finishStep(db, row, outcome);
    return more && "wait" in outcome ? (outcome.wait ?? 0) : more ? 0 : null;
  } catch (error) {
    if (error instanceof LeaseLostError) return null;
    console.error(JSON.stringify({ job: row.id, attempt: row.attempts, error: reasonOf(error) }));
    // Problems of the catalogue recur on every try, except those that are faults of the service.
    const hopeless = error instanceof Problem && error.status !== 500;
    if (hopeless || row.attempts >= maxAttempts) {
      await fail(env, db, row, kinds, error);
      return null;
    }
    const delay = Math.max(backoffSeconds(row.attempts), retryAfterOf(error));
    await writeIfLeased(db, row, { lastError: reasonOf(error), leasedUntil: addSeconds(delay) });
    return delay;
  }
}

async function stepOf(env: Env, db: Database, row: JobRow, kinds: JobKinds): Promise<StepOutcome> {
  const kind = kinds[row.kind];
  if (!kind) throw new Error(`there is no work of the kind ${row.kind}`);
  return kind.step({
    env,
    db,
    job: row,
    // Authority, product, customer and the right to switch may have been withdrawn since the previous step.
    actor:
      kind.askedBy === "service"
        ? null
        : await authorizeActor(db, row.requester, kind.askedBy, row.customerId),
    report: async (progress, total, cursor) => {
      const leasedUntil = addSeconds(leaseSeconds);
      const change = {
        ...{ progress, total, leasedUntil },
        ...(cursor !== undefined && { params: { ...row.params, cursor } }),
        // What gets further has all tries again.
        ...(cursor !== undefined && progress > row.progress && { attempts: 0 }),
      };
      if (!(await writeIfLeased(db, row, change))) throw new LeaseLostError(row.id);
      Object.assign(row, change);
    },
  });
}

/**
 * Writes the outcome of a step and releases the lease; returns whether the job goes on. `leasedUntil` becomes now instead of null, so
 * that the sweeper does not take the job for a stuck one.
 */
async function finishStep(db: Database, row: JobRow, outcome: StepOutcome): Promise<boolean> {
  const released = { attempts: 0, lastError: null, leasedUntil: now() };
  if ("result" in outcome) {
    await writeIfLeased(db, row, {
      ...released,
      state: "DONE",
      result: outcome.result,
      progress: sql`${job.total}`,
      finishedAt: now(),
    });
    return false;
  }
  const { progress, total, cursor } = outcome;
  return writeIfLeased(db, row, { ...released, progress, total, params: { ...row.params, cursor } });
}

/** Changes the job if the caller still holds the lease; returns whether it did. */
async function writeIfLeased(
  db: Database,
  row: JobRow,
  change: { [K in keyof JobRow]?: JobRow[K] | ReturnType<typeof sql> },
): Promise<boolean> {
  const changed = await db
    .update(job)
    .set(change)
    .where(and(eq(job.id, row.id), activeCondition, eq(job.leasedUntil, row.leasedUntil!)))
    .returning({ id: job.id });
  return changed.length === 1;
}

/** Fails the job if the caller still holds the lease. */
const fail = (env: Env, db: Database, row: JobRow, kinds: JobKinds, error: unknown) =>
  failIf(env, db, row, kinds, error, sql`${job.leasedUntil} = ${row.leasedUntil}`);

/** Fails a job whose message is among the dead letters, unless another message has moved it meanwhile. */
export async function failDeadLettered(
  env: Env,
  db: Database,
  jobId: string,
  kinds: JobKinds,
): Promise<void> {
  const row = await db.select().from(job).where(eq(job.id, jobId)).get();
  const left = sql`(${job.leasedUntil} IS NULL OR ${job.leasedUntil} <= ${addSeconds(-120)})`;
  if (row) await failIf(env, db, row, kinds, "its messages could not be delivered", left);
}

async function failIf(env: Env, db: Database, row: JobRow, kinds: JobKinds, error: unknown, still: SQL) {
  const { statements, afterwards } = await failureOf(env, db, row, kinds, error);
  const same = and(eq(job.id, row.id), activeCondition, still);
  const ended = db
    .update(job)
    .set({ state: "FAILED", lastError: reasonOf(error), finishedAt: now() })
    .where(same);
  if (await batchIf(db, sql`EXISTS (SELECT 1 FROM ${job} WHERE ${same})`, [...statements, ended]))
    await afterwards?.();
}

/** What the kind makes of a failure; a job of an unknown kind, or whose wish cannot be read, fails without it. */
async function failureOf(
  env: Env,
  db: Database,
  row: JobRow,
  kinds: JobKinds,
  error: unknown,
): Promise<JobFailure> {
  try {
    return (await kinds[row.kind]?.failing(env, db, row, error)) ?? { statements: [] };
  } catch (fault) {
    console.error(JSON.stringify({ job: row.id, failing: reasonOf(fault) }));
    return { statements: [] };
  }
}

/** The message of the innermost cause, because that of a failed query holds its parameters. At most 500 characters. */
export function reasonOf(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return truncate(cause instanceof Error ? cause.message : String(cause), 500);
}
