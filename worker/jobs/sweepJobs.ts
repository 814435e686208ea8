import { and, asc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { addSeconds, now } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { job } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import type { JobKinds } from "./defineJob.ts";
import { sendJobMessage } from "./startJob.ts";

/** Seconds after which the message of a job without a lease is considered lost. */
const messageTimeoutSeconds = 90;
const maxResendsPerRun = 100;
const maxRemovalsPerRun = 20;
const secondsPerHour = 3600;
/** Seconds between the end of a job and the removal of its row. */
const rowRetentionSeconds = 90 * 24 * secondsPerHour;

/** Resends lost job messages, and removes expired results and rows. Returns a summary for the log. */
export async function sweepJobs(env: Env, db: Database, runAt: Date, kinds: JobKinds): Promise<string> {
  const summaries = [
    await resendLostMessages(env, db, runAt),
    await removeExpiredResults(env, db, runAt, kinds),
  ];
  await db
    .delete(job)
    .where(
      and(
        inArray(job.state, ["DONE", "FAILED"]),
        removedCondition,
        lt(job.finishedAt, addSeconds(-rowRetentionSeconds, runAt)),
      ),
    );
  return summaries.filter(Boolean).join(", ");
}

async function resendLostMessages(env: Env, db: Database, runAt: Date): Promise<string> {
  const lostJobs = await db
    .select({ id: job.id })
    .from(job)
    .where(
      and(
        inArray(job.state, ["PENDING", "RUNNING"]),
        lt(job.dateCreated, addSeconds(-messageTimeoutSeconds, runAt)),
        or(isNull(job.leasedUntil), lt(job.leasedUntil, addSeconds(-messageTimeoutSeconds, runAt))),
      ),
    )
    .orderBy(asc(job.dateCreated))
    .limit(maxResendsPerRun);
  for (const { id } of lostJobs) await sendJobMessage(env, id);
  return lostJobs.length > 0 ? `${lostJobs.length} job messages sent again` : "";
}

/** Condition for jobs whose result has been removed. */
const removedCondition = sql`json_extract(${job.result}, '$.removed') IS NOT NULL`;

async function removeExpiredResults(env: Env, db: Database, runAt: Date, kinds: JobKinds): Promise<string> {
  let removedCount = 0;
  for (const [name, kind] of Object.entries(kinds)) {
    const expiredJobs = await db
      .select()
      .from(job)
      .where(
        and(
          inArray(job.state, ["DONE", "FAILED"]),
          eq(job.kind, name),
          lt(job.finishedAt, addSeconds(-kind.retentionHours * secondsPerHour, runAt)),
          sql`NOT (${removedCondition})`,
        ),
      )
      .orderBy(asc(job.dateCreated))
      .limit(maxRemovalsPerRun);
    for (const row of expiredJobs) {
      await kind.remove(env, row);
      await db
        .update(job)
        .set({ result: { ...row.result, removed: now() } })
        .where(eq(job.id, row.id));
      removedCount += 1;
    }
  }
  return removedCount > 0 ? `${removedCount} results removed` : "";
}
