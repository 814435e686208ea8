import { and, asc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { addSeconds, now } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { job } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import type { JobKinds } from "./defineJob.ts";
import { sendJobMessage } from "./startJob.ts";

/** Seconds after which the message of a job without a lease is considered lost. */
const lostAfterSeconds = 90;
const maxPerRun = 100;
const maxRemovalsPerRun = 20;
const hourSeconds = 3600;
/** Seconds between the end of a job and the removal of its row. */
const rowRetentionSeconds = 90 * 24 * hourSeconds;

/** Resends lost job messages, and removes expired results and rows. Returns a summary for the log. */
export async function sweepJobs(env: Env, db: Database, at: Date, kinds: JobKinds): Promise<string> {
  const summaries = [await resendLost(env, db, at), await removeExpired(env, db, at, kinds)];
  await db
    .delete(job)
    .where(
      and(
        inArray(job.state, ["DONE", "FAILED"]),
        removedCondition,
        lt(job.finishedAt, addSeconds(-rowRetentionSeconds, at)),
      ),
    );
  return summaries.filter(Boolean).join(", ");
}

async function resendLost(env: Env, db: Database, at: Date): Promise<string> {
  const lost = await db
    .select({ id: job.id })
    .from(job)
    .where(
      and(
        inArray(job.state, ["PENDING", "RUNNING"]),
        lt(job.dateCreated, addSeconds(-lostAfterSeconds, at)),
        or(isNull(job.leasedUntil), lt(job.leasedUntil, addSeconds(-lostAfterSeconds, at))),
      ),
    )
    .orderBy(asc(job.dateCreated))
    .limit(maxPerRun);
  for (const { id } of lost) await sendJobMessage(env, id);
  return lost.length > 0 ? `${lost.length} jobs sent again` : "";
}

/** True for jobs whose result has been removed. */
const removedCondition = sql`json_extract(${job.result}, '$.removed') IS NOT NULL`;

async function removeExpired(env: Env, db: Database, at: Date, kinds: JobKinds): Promise<string> {
  let count = 0;
  for (const [name, kind] of Object.entries(kinds)) {
    const expired = await db
      .select()
      .from(job)
      .where(
        and(
          inArray(job.state, ["DONE", "FAILED"]),
          eq(job.kind, name),
          lt(job.finishedAt, addSeconds(-kind.retentionHours * hourSeconds, at)),
          sql`NOT (${removedCondition})`,
        ),
      )
      .orderBy(asc(job.dateCreated))
      .limit(maxRemovalsPerRun);
    for (const row of expired) {
      await kind.remove(env, row);
      await db
        .update(job)
        .set({ result: { ...row.result, removed: now() } })
        .where(eq(job.id, row.id));
      count += 1;
    }
  }
  return count > 0 ? `${count} results removed` : "";
}
