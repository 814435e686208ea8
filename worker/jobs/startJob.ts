import { and, eq, type SQL, sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import type { JobStatus } from "#domain/endpoints/shared/job.ts";
import type { Requester } from "#worker/auth/session/actor.ts";
import { auditStatement, changeParamsOf } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { type JobParams, type JobRow, job } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import type { Env } from "#worker/env.ts";
import type { JobKind } from "./defineJob.ts";

interface JobInput<JobRequest, R extends Requester | null = Requester, C extends number | null = number> {
  customerId: C;
  /** Only the requester and super admins see the job. Every step checks the requester's authority again. */
  requester: R;
  request: JobRequest;
  /** A new id by default. */
  id?: string;
}

export const sendJobMessage = (env: Env, jobId: string, delaySeconds = 0) =>
  env.JOBS.send({ kind: "runJob", jobId }, { delaySeconds });

/** Starts a job: inserts its row and sends a message with its id. */
export async function startJob<JobRequest>(
  env: Env,
  db: Database,
  kind: JobKind<JobRequest>,
  input: JobInput<NoInfer<JobRequest>>,
): Promise<JobRow> {
  const row = await insertJob(db, kind.name, input, sql`1`);
  await enqueueJobQuietly(env, row!);
  return row!;
}

/** Returns the customer's active job of the kind, or starts one if there is none. Concurrent calls get the same job. */
export async function startUniqueJob<JobRequest>(
  env: Env,
  db: Database,
  kind: JobKind<JobRequest>,
  input: JobInput<NoInfer<JobRequest>>,
): Promise<JobRow> {
  const { customerId } = input;
  const activeCondition = and(
    eq(job.customerId, customerId),
    eq(job.kind, kind.name),
    sql`${job.state} IN ('PENDING', 'RUNNING')`,
  );
  const row = await insertJob(
    db,
    kind.name,
    input,
    sql`NOT EXISTS (SELECT 1 FROM ${job} WHERE ${activeCondition})`,
  );
  if (row) {
    await enqueueJobQuietly(env, row);
    return row;
  }
  const activeJob = await db.select().from(job).where(activeCondition).get();
  // If the job ended between the two statements, a new job is started.
  return activeJob ?? startUniqueJob(env, db, kind, input);
}

/** Inserts a job that the caller runs itself. No message is sent; if the caller is interrupted, the sweeper sends one. */
export async function insertInlineJob<JobRequest>(
  db: Database,
  kind: JobKind<JobRequest>,
  input: JobInput<NoInfer<JobRequest>>,
): Promise<JobRow> {
  return (await insertJob(db, kind.name, input, sql`1`))!;
}

async function insertJob(db: Database, kind: string, input: JobInput<unknown>, condition: SQL) {
  const { id, statements } = createJobStatementsForKind(db, kind, input, condition);
  await db.batch(statements);
  return db.select().from(job).where(eq(job.id, id)).get();
}

function createJobStatementsForKind(
  db: Database,
  kind: string,
  {
    customerId,
    requester,
    request,
    id = crypto.randomUUID(),
  }: JobInput<unknown, Requester | null, number | null>,
  condition: SQL,
) {
  const params: JobParams = { request, cursor: null };
  return {
    id,
    statements: [
      statement(
        db,
        sql`INSERT INTO ${job} (id, customer_id, kind, params, requester, requested_by, date_created)
        SELECT ${idParam(id)}, ${customerId}, ${kind}, ${JSON.stringify(params)}, ${requester && JSON.stringify(requester)}, ${requester?.userId ?? null}, ${now()} WHERE ${condition}`,
      ),
      // Exports and bulk changes must be traceable to their requester. The service's own jobs write audit entries for what they change.
      ...(requester
        ? [
            auditStatement(db, {
              author: { ...requester, customerId },
              objectClass: "siteproof.Job",
              objectId: id,
              action: "CREATE",
              params: changeParamsOf(null, { kind, ...(typeof request === "object" && request) }),
            }),
          ]
        : []),
    ] as const,
  };
}

/**
 * The id and statements of a job for the batch of the change that needs it. The job is inserted only if `condition` is true in the batch.
 * `requester` is null if no user requested the job, `customerId` if it works for all customers. Call `enqueueJobQuietly` after the batch.
 */
export const createJobStatements = <JobRequest>(
  db: Database,
  kind: JobKind<JobRequest>,
  input: JobInput<NoInfer<JobRequest>, Requester | null, number | null>,
  condition: SQL = sql`1`,
) => createJobStatementsForKind(db, kind.name, input, condition);

/** Never throws: if the message cannot be sent, the sweeper sends it later. */
export async function enqueueJobQuietly(env: Env, { id }: Pick<JobRow, "id">): Promise<void> {
  try {
    await sendJobMessage(env, id);
  } catch (error) {
    console.error(JSON.stringify({ job: id, unsent: String(error) }));
  }
}

/** A job as its requester sees it. */
export const toJobStatus = (row: JobRow): JobStatus => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  progress: row.progress,
  total: row.total,
  // Errors of attempts that will be retried are internal.
  error: row.state === "FAILED" ? row.lastError : null,
  result: row.state === "DONE" ? row.result : null,
  dateCreated: row.dateCreated,
});
