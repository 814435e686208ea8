import { isoSeconds, now } from "#domain/core/fields.ts";
import type { scheduledJobNames } from "#domain/endpoints/operations/scheduler.ts";
import { type Author, auditStatement, difference } from "#worker/db/audit.ts";
import { type Database, databaseOf } from "#worker/db/database.ts";
import { copyTotals } from "#worker/db/replica/replicaTotals.ts";
import { replicate } from "#worker/db/replica/replicate.ts";
import { scheduledJobRun } from "#worker/db/schema/index.ts";
import { allShardEnvs, isReceivingCustomer, shardName } from "#worker/db/shards.ts";
import type { Env } from "#worker/env.ts";
import { purgeDeliveredFiles, wakeOverdue } from "#worker/features/delivery/engine/retention.ts";
import { runDueImports } from "#worker/features/importConfiguration/due.ts";
import { packAuditLog } from "#worker/features/log/packs/pack.ts";
import { removeMovedCustomers } from "#worker/features/moveCustomer/moveSource.ts";
import { sendDailyMails } from "#worker/features/notice/dailyMail.ts";
import { notifyOfOverdueUploads } from "#worker/features/notice/overdueUploads.ts";
import { notifyOfArrivals } from "#worker/features/uploadToken/notifyArrivals.ts";
import { checkStorage } from "#worker/features/verify/storageUsage.ts";
import { beginVerify } from "#worker/features/verify/verifyJob.ts";
import { jobKinds } from "#worker/jobKinds.ts";
import { reasonOf } from "#worker/jobs/runJob.ts";
import { sweepJobs } from "#worker/jobs/sweepJobs.ts";
import { indexTexts } from "#worker/listQuery/searchIndex.ts";
import { sendWaitingMails } from "#worker/mail/deliver.ts";
import { deleteDue } from "./deleteDue.ts";
import { notifyOfFailedImports } from "./failedImports.ts";
import { fireStatement, idleFireStatements, notifyOfFailures, type Scheduled } from "./failures.ts";
import { purgeEnded } from "./purgeEnded.ts";
import { removeOrphans } from "./removeOrphans.ts";
import { settleUploads } from "./settleUploads.ts";

export interface ScheduledJob {
  group: string;
  name: string;
  /**
   * Judges what is due, old or forgotten by `at`, never by the clock: a late run judges by the minute it was meant for, and a test
   * runs a month in a moment. Returns a message about the run; empty when there was nothing to do.
   */
  run(env: Env, db: Database, at: Date): Promise<string>;
}

/** Scheduled jobs by cron expression; the expressions must equal those of wrangler.toml. */
export const scheduledJobs: Record<string, readonly ScheduledJob[]> = {
  "*/2 * * * *": [
    { group: "uploads", name: "settleUploads", run: settleUploads },
    { group: "maintenance", name: "replicate", run: (env) => replicateNow(env) },
    { group: "documentations", name: "indexTexts", run: indexTexts },
    { group: "jobs", name: "sweepJobs", run: (env, db, at) => sweepJobs(env, db, at, jobKinds) },
    { group: "imports", name: "runDueImports", run: runDueImports },
    { group: "imports", name: "notifyOfFailedImports", run: notifyOfFailedImports },
    { group: "uploads", name: "notifyOfArrivals", run: notifyOfArrivals },
    { group: "uploads", name: "notifyOfOverdueUploads", run: notifyOfOverdueUploads },
    { group: "deliveries", name: "wakeDeliveries", run: wakeOverdue },
    { group: "mail", name: "sendWaitingMails", run: sendWaitingMails },
    { group: "media", name: "removeOrphans", run: removeOrphans },
  ],
  // By itself: mails and uploads do not wait for a long deletion.
  "*/5 * * * *": [{ group: "documentations", name: "deleteDue", run: deleteDue }],
  // The morning's hour in Sweden, in summer and in winter; the job knows which of the two it is.
  "*/5 5,6 * * *": [{ group: "mail", name: "sendDailyMails", run: sendDailyMails }],
  "17 3 * * *": [
    { group: "maintenance", name: "purgeEnded", run: purgeEnded },
    { group: "maintenance", name: "packAuditLog", run: packAuditLog },
    { group: "maintenance", name: "removeMovedCustomers", run: removeMovedCustomers },
    { group: "deliveries", name: "purgeDeliveredFiles", run: purgeDeliveredFiles },
    { group: "media", name: "watchStorage", run: checkStorage },
  ],
  // Compares rows and stored files; it takes days, a little at a time.
  "41 1 1 * *": [{ group: "media", name: "verifyMedia", run: beginVerify }],
} satisfies Record<string, readonly (ScheduledJob & { name: (typeof scheduledJobNames)[number] })[]>;

/** For what a call could not copy to further databases. From the directory alone. */
async function replicateNow(env: Env): Promise<string> {
  if (env.ROOT) return "";
  const applied = await replicate(env);
  await copyTotals(env);
  return applied > 0 ? `${applied} changes of the directory copied` : "";
}

/**
 * Runs the jobs of an expression one after the other, all of them even when some fail. A run that did something or failed leaves a
 * row, which /quartz shows.
 * @throws AggregateError of the failures, so that the platform counts the run as failed too.
 */
export async function runScheduled(
  { cron, scheduledTime }: Pick<ScheduledController, "cron" | "scheduledTime">,
  env: Env,
  jobs: typeof scheduledJobs = scheduledJobs,
): Promise<void> {
  const due = jobs[cron];
  if (!due) throw new Error(`nothing is scheduled at ${cron}`);
  const db = databaseOf(env);
  const at = new Date(scheduledTime);
  const failures: unknown[] = [];
  const idle: Scheduled[] = [];
  for (const job of due) {
    const { run, error } = await runOne(env, db, job, at);
    if (error !== undefined) failures.push(error);
    else if (!run.message) idle.push({ jobGroup: job.group, jobName: job.name });
  }
  if (idle.length > 0) await db.batch(idleFireStatements(db, cron, idle, isoSeconds(at)));
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${due.length} jobs failed at ${cron}`);
}

/**
 * Runs the work in every database, in all of them even when some fail, and joins what it says; further databases are named.
 * @throws the failure, or an AggregateError of several
 */
async function inEveryShard(env: Env, work: ScheduledJob["run"], at: Date): Promise<string> {
  const told: string[] = [];
  const failures: Error[] = [];
  for (const own of allShardEnvs(env)) {
    const prefix = own.ROOT ? `${shardName(own)}: ` : "";
    try {
      if (await isReceivingCustomer(own)) continue;
      const message = await work(own, databaseOf(own), at);
      if (message) told.push(prefix + message);
    } catch (error) {
      failures.push(prefix ? new Error(prefix + reasonOf(error), { cause: error }) : (error as Error));
    }
  }
  const [first, ...more] = failures;
  if (more.length > 0) throw new AggregateError(failures, failures.map(reasonOf).join("; "));
  if (first) throw first;
  return told.join("; ");
}

type Run = Required<Omit<typeof scheduledJobRun.$inferInsert, "id">>;

export interface RunResult {
  /** The run's row, also where none is written because there was nothing to do. */
  run: Run;
  /** Undefined when the run succeeded. */
  error?: unknown;
}

/**
 * Runs a job once. A run that a user asked for always leaves a row, and a line in the audit log; one that found nothing to do is noted with
 * the others of its expression.
 */
export async function runOne(
  env: Env,
  db: Database,
  { group: jobGroup, name: jobName, run: work }: ScheduledJob,
  at: Date,
  askedBy?: Author,
): Promise<RunResult> {
  const started = now();
  const began = Date.now();
  const ended = (success: boolean, message: string | null): Run => ({
    jobGroup,
    jobName,
    started,
    finished: now(),
    duration: Date.now() - began,
    success,
    message,
  });
  const ran: RunResult = await inEveryShard(env, work, at).then(
    (message) => ({ run: ended(true, message || null) }),
    (error: unknown) => ({
      run: ended(false, reasonOf(error)),
      error: error ?? new Error("failed without a reason"),
    }),
  );
  if (askedBy || ran.error !== undefined || ran.run.message)
    await db.batch([
      fireStatement(db, { jobGroup, jobName }, isoSeconds(at), ran.error === undefined ? 0 : 1),
      db.insert(scheduledJobRun).values(ran.run),
      ...(askedBy ? [logLine(db, askedBy, ran.run)] : []),
    ]);
  if (ran.error !== undefined)
    await notifyOfFailures(
      env,
      db,
      { jobGroup, jobName },
      { name: `${jobGroup}.${jobName}`, message: ran.run.message ?? "" },
    );
  return ran;
}

const logLine = (db: Database, author: Author, { jobGroup, jobName, success, message }: Run) =>
  auditStatement(db, {
    author,
    objectClass: "siteproof.ScheduledJobRun",
    objectId: `${jobGroup}.${jobName}`,
    action: "CREATE",
    params: difference(null, { success, message }),
  });
