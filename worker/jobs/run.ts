import { and, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { inSeconds, now } from "../../domain/fields";
import { Problem } from "../../domain/problem";
import { cutText } from "../../domain/rules/text";
import type { Database } from "../db/database";
import { job } from "../db/schema";
import { actorAllowed } from "../entrance/session/actor";
import type { Env } from "../env";
import { sendJob } from "./job";
import type { JobKind, JobKinds, JobRow, StepOutcome } from "./kind";

/** Tries of one step before the job is given up. */
export const mostAttempts = 5;
/** Seconds a step has the job to itself; a long one reports, and has it as long again. */
const lease = 180;
/** Seconds until a step that failed is tried again: 10, 20, 40, 80. */
const backOff = (attempts: number) => 10 * 2 ** (attempts - 1);

const live = inArray(job.state, ["PENDING", "RUNNING"]);

/** Somebody else has the job: its lease ran out, or it has ended. */
export class LeaseLostError extends Error {
  override name = "LeaseLostError";
}

/**
 * One step of a job, and the message for the next. A message may come twice and two consumers may have it at once: the lease
 * lets one of them work, and the other's is swallowed. A step that fails is tried again later; after its last try, or when trying
 * again can not help, the job is FAILED and says why.
 */
export async function runJob(env: Env, db: Database, jobId: string, kinds: JobKinds): Promise<void> {
  const row = await take(db, jobId);
  if (!row) return;
  const next = await advance(env, db, row, kinds);
  if (next !== null) await sendJob(env, jobId, next);
}

/** All steps of a job one after the other, for a caller who waits. Its first failure ends it. @throws what the step threw. */
export async function runToEnd(env: Env, db: Database, jobId: string, kind: JobKind): Promise<JobRow> {
  const kinds = { [kind.name]: kind };
  for (;;) {
    const row = await take(db, jobId);
    if (!row) break;
    try {
      await settleStep(db, row, await stepOf(env, db, row, kinds));
    } catch (error) {
      await fail(db, row, error);
      throw error;
    }
  }
  return (await db.select().from(job).where(eq(job.id, jobId)).get())!;
}

/**
 * The job, if it is nobody's. What `leasedUntil` becomes is later than what it was for anyone before, so it also tells one holder
 * from the next.
 */
async function take(db: Database, jobId: string): Promise<JobRow | null> {
  const [row] = await db
    .update(job)
    .set({ state: "RUNNING", leasedUntil: inSeconds(lease), attempts: sql`${job.attempts} + 1` })
    .where(and(eq(job.id, jobId), live, or(isNull(job.leasedUntil), lte(job.leasedUntil, now()))))
    .returning();
  return row ?? null;
}

/** Seconds until the next message, or null when there is to be none. */
async function advance(env: Env, db: Database, row: JobRow, kinds: JobKinds): Promise<number | null> {
  if (row.attempts > mostAttempts) {
    // Its tries ended without a word: the platform stopped them, for memory or time.
    await fail(db, row, row.lastError ?? `stopped ${mostAttempts} times without finishing`);
    return null;
  }
  try {
    const more = await settleStep(db, row, await stepOf(env, db, row, kinds));
    return more ? 0 : null;
  } catch (error) {
    if (error instanceof LeaseLostError) return null;
    console.error(JSON.stringify({ job: row.id, attempt: row.attempts, error: reasonOf(error) }));
    // A problem of the catalogue is the same every time, but for those that are the service's own.
    const hopeless = error instanceof Problem && error.status !== 500;
    if (hopeless || row.attempts >= mostAttempts) {
      await fail(db, row, error);
      return null;
    }
    const delay = backOff(row.attempts);
    await settle(db, row, { lastError: reasonOf(error), leasedUntil: inSeconds(delay) });
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
    // Authority, product, customer and the right to switch may have been withdrawn since it was asked for, or since the last step.
    actor: await actorAllowed(db, row.requester, kind.askedBy, row.customerId),
    report: async (progress, total) => {
      const leasedUntil = inSeconds(lease);
      if (!(await settle(db, row, { progress, total, leasedUntil }))) throw new LeaseLostError(row.id);
      row.leasedUntil = leasedUntil;
    },
  });
}

/** Whether the job goes on. Released with `leasedUntil` now and not null: the sweeper leaves a job that has just moved alone. */
async function settleStep(db: Database, row: JobRow, outcome: StepOutcome): Promise<boolean> {
  const released = { attempts: 0, lastError: null, leasedUntil: now() };
  if ("result" in outcome) {
    const done = { state: "DONE", result: outcome.result, progress: sql`${job.total}`, finished: now() };
    await settle(db, row, { ...released, ...done });
    return false;
  }
  const { progress, total, cursor } = outcome;
  return settle(db, row, { ...released, progress, total, params: { ...row.params, cursor } });
}

/** A change by the holder of the lease, and by nobody who has lost it. */
async function settle(
  db: Database,
  row: JobRow,
  change: { [K in keyof JobRow]?: JobRow[K] | ReturnType<typeof sql> },
): Promise<boolean> {
  const changed = await db
    .update(job)
    .set(change)
    .where(and(eq(job.id, row.id), live, eq(job.leasedUntil, row.leasedUntil!)))
    .returning({ id: job.id });
  return changed.length === 1;
}

const fail = (db: Database, row: JobRow, error: unknown) =>
  settle(db, row, { state: "FAILED", lastError: reasonOf(error), finished: now() });

/**
 * Ends a job whose message is among the dead letters, unless another message has moved it meanwhile: then nobody waits for the
 * dead one.
 */
export const failLost = (db: Database, jobId: string) =>
  db
    .update(job)
    .set({ state: "FAILED", lastError: "its messages could not be delivered", finished: now() })
    .where(and(eq(job.id, jobId), live, or(isNull(job.leasedUntil), lte(job.leasedUntil, inSeconds(-120)))));

/** The innermost cause: a failed query's own message holds its parameters. At most 500 characters. */
export function reasonOf(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cutText(cause instanceof Error ? cause.message : String(cause), 500);
}
