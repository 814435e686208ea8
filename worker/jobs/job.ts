import { and, eq, type SQL, sql } from "drizzle-orm";
import type { JobAnswer, JobState } from "../../domain/endpoints/job";
import { now } from "../../domain/fields";
import { difference, logged } from "../db/audit";
import type { Database } from "../db/database";
import { type JobParams, job } from "../db/schema";
import { statement } from "../db/statement";
import type { Requester } from "../entrance/session/actor";
import type { Env } from "../env";
import type { JobKind, JobRow } from "./kind";

interface Start<Wish> {
  customerId: number;
  /** Who asks: only they and super admins see the job, and every step asks again what they may do. */
  requester: Requester;
  wish: Wish;
}

export const sendJob = (env: Env, jobId: string, delaySeconds = 0) =>
  env.JOBS.send({ kind: "runJob", jobId }, { delaySeconds });

/** Work in the background: a row, and a message that names it. */
export async function startJob<Wish>(
  env: Env,
  db: Database,
  kind: JobKind<Wish>,
  start: Start<NoInfer<Wish>>,
): Promise<JobRow> {
  const row = await insertJob(db, kind.name, start, sql`1`);
  await announce(env, row!);
  return row!;
}

/** The same, unless the customer has one of the kind under way: then that one. Two that ask at once get the same. */
export async function startOnly<Wish>(
  env: Env,
  db: Database,
  kind: JobKind<Wish>,
  start: Start<NoInfer<Wish>>,
): Promise<JobRow> {
  const { customerId } = start;
  const under = and(
    eq(job.customerId, customerId),
    eq(job.kind, kind.name),
    sql`${job.state} IN ('PENDING', 'RUNNING')`,
  );
  const row = await insertJob(db, kind.name, start, sql`NOT EXISTS (SELECT 1 FROM ${job} WHERE ${under})`);
  if (row) {
    await announce(env, row);
    return row;
  }
  const running = await db.select().from(job).where(under).get();
  // It ended between the two: then it is over, and a new one may begin.
  return running ?? startOnly(env, db, kind, start);
}

/** A job that its caller waits for: no message is sent, and if the caller goes away, the sweeper finds it. */
export async function jobForCaller<Wish>(
  db: Database,
  kind: JobKind<Wish>,
  start: Start<NoInfer<Wish>>,
): Promise<JobRow> {
  return (await insertJob(db, kind.name, start, sql`1`))!;
}

async function insertJob(db: Database, kind: string, start: Start<unknown>, condition: SQL) {
  const id = crypto.randomUUID();
  const params: JobParams = { wish: start.wish, cursor: null };
  await db.batch([
    statement(
      db,
      sql`INSERT INTO ${job} (id, customer_id, kind, params, requester, requested_by, date_created)
        SELECT ${id}, ${start.customerId}, ${kind}, ${JSON.stringify(params)}, ${JSON.stringify(start.requester)}, ${start.requester.userId}, ${now()} WHERE ${condition}`,
    ),
    // What leaves in bulk is known afterwards: who asked for it, and for what.
    logged(db, {
      author: { ...start.requester, customerId: start.customerId },
      objectClass: "siteproof.Job",
      objectId: id,
      action: "CREATE",
      params: difference(null, { kind, ...(start.wish as object) }),
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
