import { and, eq, sql } from "drizzle-orm";
import type { JobAnswer, JobState } from "../../domain/endpoints/job";
import { now } from "../../domain/fields";
import { difference, logged } from "../db/audit";
import type { Database } from "../db/database";
import { job } from "../db/schema";
import { statement } from "../db/statement";
import type { Requester } from "../entrance/session/actor";
import type { Env } from "../env";

export type JobRow = typeof job.$inferSelect;

/** What a job's `params` hold: what was asked for, and how far the work has come. */
export interface JobParams<Wish = unknown, Cursor = unknown> {
  wish: Wish;
  /** What the next step goes on from, as its kind understands it; null before the first. */
  cursor: Cursor | null;
}

interface Start {
  kind: string;
  customerId: number;
  /** Who asks: only they and super admins see the job, and every step asks again what they may do. */
  requester: Requester;
  wish: Record<string, unknown>;
}

export const sendJob = (env: Env, jobId: string, delaySeconds = 0) =>
  env.JOBS.send({ kind: "runJob", jobId }, { delaySeconds });

/** Work in the background: a row, and a message that names it. */
export async function startJob(env: Env, db: Database, start: Start): Promise<JobRow> {
  const row = await insertJob(db, start, sql`1`);
  await announce(env, row!);
  return row!;
}

/** The same, unless the customer has one of the kind under way: then that one. Two that ask at once get the same. */
export async function startOnly(env: Env, db: Database, start: Start): Promise<JobRow> {
  const { customerId, kind } = start;
  const under = and(
    eq(job.customerId, customerId),
    eq(job.kind, kind),
    sql`${job.state} IN ('PENDING', 'RUNNING')`,
  );
  const row = await insertJob(db, start, sql`NOT EXISTS (SELECT 1 FROM ${job} WHERE ${under})`);
  if (row) {
    await announce(env, row);
    return row;
  }
  const running = await db.select().from(job).where(under).get();
  // It ended between the two: then it is over, and a new one may begin.
  return running ?? startOnly(env, db, start);
}

/** A job that its caller waits for: no message is sent, and if the caller goes away, the sweeper finds it. */
export async function jobForCaller(db: Database, start: Start): Promise<JobRow> {
  return (await insertJob(db, start, sql`1`))!;
}

async function insertJob(db: Database, start: Start, condition: ReturnType<typeof sql>) {
  const id = crypto.randomUUID();
  const params: JobParams = { wish: start.wish, cursor: null };
  await db.batch([
    statement(
      db,
      sql`INSERT INTO ${job} (id, customer_id, kind, params, requester, requested_by, date_created)
        SELECT ${id}, ${start.customerId}, ${start.kind}, ${JSON.stringify(params)}, ${JSON.stringify(start.requester)}, ${start.requester.userId}, ${now()} WHERE ${condition}`,
    ),
    // What leaves in bulk is known afterwards: who asked for it, and for what.
    logged(db, {
      author: { ...start.requester, customerId: start.customerId },
      objectClass: "siteproof.Job",
      objectId: id,
      action: "CREATE",
      params: difference(null, { kind: start.kind, ...start.wish }),
    }),
  ]);
  return db.select().from(job).where(eq(job.id, id)).get();
}

/** The row is what counts: a message that could not be sent is sent by the sweeper. */
async function announce(env: Env, { id }: JobRow): Promise<void> {
  try {
    await sendJob(env, id);
  } catch (error) {
    console.error(JSON.stringify({ job: id, unsent: String(error) }));
  }
}

/** A job as whoever asked for it sees it. */
export const jobAnswerOf = (row: JobRow): JobAnswer => ({
  id: row.id,
  kind: row.kind,
  state: row.state as JobState,
  progress: row.progress,
  total: row.total,
  // While it is still tried, an error is the service's own affair.
  error: row.state === "FAILED" ? row.lastError : null,
  result: row.state === "DONE" ? row.result : null,
  dateCreated: row.dateCreated,
});
