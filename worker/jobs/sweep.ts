import { and, asc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { inSeconds, now } from "../../domain/fields";
import type { Database } from "../db/database";
import { job } from "../db/schema";
import type { Env } from "../env";
import { sendJob } from "./job";
import type { JobKinds } from "./kind";

/** Seconds after which a job that nobody has is taken to have lost its message. */
const patience = 90;
const perRun = 100;
const removedPerRun = 20;
const hour = 3600;
/** Rows of ended jobs go after so long. */
const forgottenAfter = 90 * 24 * hour;

/** Finds the jobs whose message was lost, and removes results whose time is over. */
export async function sweepJobs(env: Env, db: Database, kinds: JobKinds): Promise<string> {
  const said = [await sendLost(env, db), await removeExpired(env, db, kinds)];
  await db
    .delete(job)
    .where(
      and(inArray(job.state, ["DONE", "FAILED"]), removed, lt(job.finished, inSeconds(-forgottenAfter))),
    );
  return said.filter(Boolean).join(", ");
}

async function sendLost(env: Env, db: Database): Promise<string> {
  const lost = await db
    .select({ id: job.id })
    .from(job)
    .where(
      and(
        inArray(job.state, ["PENDING", "RUNNING"]),
        lt(job.dateCreated, inSeconds(-patience)),
        or(isNull(job.leasedUntil), lt(job.leasedUntil, inSeconds(-patience))),
      ),
    )
    .orderBy(asc(job.dateCreated))
    .limit(perRun);
  for (const { id } of lost) await sendJob(env, id);
  return lost.length > 0 ? `${lost.length} jobs sent again` : "";
}

/** Noted in the result, so that what is gone is not looked for again. */
const removed = sql`json_extract(${job.result}, '$.removed') IS NOT NULL`;

async function removeExpired(env: Env, db: Database, kinds: JobKinds): Promise<string> {
  let count = 0;
  for (const [name, kind] of Object.entries(kinds)) {
    const expired = await db
      .select()
      .from(job)
      .where(
        and(
          inArray(job.state, ["DONE", "FAILED"]),
          eq(job.kind, name),
          lt(job.finished, inSeconds(-kind.keptFor * hour)),
          sql`NOT (${removed})`,
        ),
      )
      .orderBy(asc(job.dateCreated))
      .limit(removedPerRun);
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
