import { now, toIsoSeconds } from "#domain/core/fields.ts";
import type { scheduledJobNames } from "#domain/endpoints/operations/scheduler.ts";
import { type Author, auditStatement, changeParamsOf } from "#worker/db/audit.ts";
import { type Database, databaseOf } from "#worker/db/database.ts";
import { copyTotals } from "#worker/db/replica/replicaTotals.ts";
import { replicate } from "#worker/db/replica/replicate.ts";
import { scheduledJobRun } from "#worker/db/schema/index.ts";
import { isReceivingCustomer, listShardEnvs, shardName } from "#worker/db/shards.ts";
import type { Env } from "#worker/env.ts";
import { purgeDeliveredFiles, wakeOverdueDeliveries } from "#worker/features/delivery/engine/retention.ts";
import { runDueImports } from "#worker/features/importConfiguration/runDueImports.ts";
import { packAuditLog } from "#worker/features/log/packs/pack.ts";
import { removeMovedCustomers } from "#worker/features/moveCustomer/moveSource.ts";
import { beginNormalization } from "#worker/features/normalizeTexts/normalizeTextsJob.ts";
import { sendDailyMails } from "#worker/features/notice/dailyMail.ts";
import { notifyOfOverdueUploads } from "#worker/features/notice/overdueUploads.ts";
import { sendWeeklyMails } from "#worker/features/progress/weeklyMail.ts";
import { remindOfRetakes } from "#worker/features/retake/remindOfRetakes.ts";
import { notifyOfArrivals } from "#worker/features/uploadToken/notifyArrivals.ts";
import { checkStorage } from "#worker/features/verify/storageUsage.ts";
import { startVerify } from "#worker/features/verify/verifyJob.ts";
import { jobKinds } from "#worker/jobKinds.ts";
import { getErrorMessage } from "#worker/jobs/runJob.ts";
import { sweepJobs } from "#worker/jobs/sweepJobs.ts";
import { indexPendingTexts } from "#worker/listQuery/searchIndex.ts";
import { requeuePendingMails } from "#worker/mail/deliverMail.ts";
import { deleteDue } from "./deleteDue.ts";
import { notifyOfFailedImports } from "./failedImports.ts";
import {
  notifyOfFailures,
  recordIdleRunStatements,
  recordRunStatement,
  type ScheduledJobKey,
} from "./failures.ts";
import { purgeEnded } from "./purgeEnded.ts";
import { removeOrphans } from "./removeOrphans.ts";
import { settleUploads } from "./settleUploads.ts";

export interface ScheduledJob {
  group: string;
  name: string;
  /**
   * Decides what is due or expired by `scheduledAt`, never by the clock, so that a late run does the work of its minute and
   * tests need not wait. Returns a summary of the run, or an empty string if there was nothing to do.
   */
  run(env: Env, db: Database, scheduledAt: Date): Promise<string>;
}

/** Scheduled jobs by cron expression; the expressions must equal those of wrangler.toml. */
export const scheduledJobs: Record<string, readonly ScheduledJob[]> = {
  "*/2 * * * *": [
    { group: "uploads", name: "settleUploads", run: settleUploads },
    { group: "maintenance", name: "replicate", run: (env) => replicateDirectory(env) },
    { group: "documentations", name: "indexTexts", run: indexPendingTexts },
    { group: "maintenance", name: "normalizeTexts", run: beginNormalization },
    {
      group: "jobs",
      name: "sweepJobs",
      run: (env, db, scheduledAt) => sweepJobs(env, db, scheduledAt, jobKinds),
    },
    { group: "imports", name: "runDueImports", run: runDueImports },
    { group: "imports", name: "notifyOfFailedImports", run: notifyOfFailedImports },
    { group: "uploads", name: "notifyOfArrivals", run: notifyOfArrivals },
    { group: "uploads", name: "notifyOfOverdueUploads", run: notifyOfOverdueUploads },
    { group: "deliveries", name: "wakeDeliveries", run: wakeOverdueDeliveries },
    { group: "mail", name: "sendWaitingMails", run: requeuePendingMails },
    { group: "media", name: "removeOrphans", run: removeOrphans },
  ],
  // A separate expression, so that mails and uploads do not wait for a long deletion.
  "*/5 * * * *": [{ group: "documentations", name: "deleteDue", run: deleteDue }],
  // The same morning hour in Sweden in summer and in winter time; the job decides which of the two applies.
  "*/5 5,6 * * *": [
    { group: "mail", name: "remindOfRetakes", run: remindOfRetakes },
    { group: "mail", name: "sendDailyMails", run: sendDailyMails },
    { group: "mail", name: "sendWeeklyMails", run: sendWeeklyMails },
  ],
  "17 3 * * *": [
    { group: "maintenance", name: "purgeEnded", run: purgeEnded },
    { group: "maintenance", name: "packAuditLog", run: packAuditLog },
    { group: "maintenance", name: "removeMovedCustomers", run: removeMovedCustomers },
    { group: "deliveries", name: "purgeDeliveredFiles", run: purgeDeliveredFiles },
    { group: "media", name: "watchStorage", run: checkStorage },
  ],
  // Compares rows with stored objects, in small steps over days.
  "41 1 1 * *": [{ group: "media", name: "verifyMedia", run: startVerify }],
} satisfies Record<string, readonly (ScheduledJob & { name: (typeof scheduledJobNames)[number] })[]>;

/** Replicates changes that calls could not copy to the other databases. Runs only for the directory. */
async function replicateDirectory(env: Env): Promise<string> {
  if (env.ROOT) return "";
  const appliedCount = await replicate(env);
  await copyTotals(env);
  return appliedCount > 0 ? `${appliedCount} changes of the directory copied` : "";
}

/**
 * Runs the jobs of an expression one after the other, even if some fail. A run that did something or failed writes a row, which /quartz
 * shows.
 * @throws AggregateError of the failures, so that the platform also counts the run as failed
 */
export async function runScheduled(
  { cron, scheduledTime }: Pick<ScheduledController, "cron" | "scheduledTime">,
  env: Env,
  jobs: typeof scheduledJobs = scheduledJobs,
): Promise<void> {
  const dueJobs = jobs[cron];
  if (!dueJobs) throw new Error(`no jobs are scheduled at ${cron}`);
  const db = databaseOf(env);
  const scheduledAt = new Date(scheduledTime);
  const failures: unknown[] = [];
  const idleJobs: ScheduledJobKey[] = [];
  for (const job of dueJobs) {
    const { run, error } = await runScheduledJob(env, db, job, scheduledAt);
    if (error !== undefined) failures.push(error);
    else if (!run.message) idleJobs.push({ jobGroup: job.group, jobName: job.name });
  }
  if (idleJobs.length > 0)
    await db.batch(recordIdleRunStatements(db, cron, idleJobs, toIsoSeconds(scheduledAt)));
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${dueJobs.length} jobs failed at ${cron}`);
}

/**
 * Runs the work in every database, even if some fail, and joins the summaries; those of databases other than the directory begin
 * with the database's name.
 * @throws the failure, or an AggregateError of several
 */
async function runInEveryShard(env: Env, runJob: ScheduledJob["run"], scheduledAt: Date): Promise<string> {
  const summaries: string[] = [];
  const failures: Error[] = [];
  for (const shardEnv of listShardEnvs(env)) {
    const prefix = shardEnv.ROOT ? `${shardName(shardEnv)}: ` : "";
    try {
      if (await isReceivingCustomer(shardEnv)) continue;
      const summary = await runJob(shardEnv, databaseOf(shardEnv), scheduledAt);
      if (summary) summaries.push(prefix + summary);
    } catch (error) {
      failures.push(
        error instanceof Error && !prefix
          ? error
          : new Error(prefix + getErrorMessage(error), { cause: error }),
      );
    }
  }
  const [firstFailure, ...otherFailures] = failures;
  if (otherFailures.length > 0) throw new AggregateError(failures, failures.map(getErrorMessage).join("; "));
  if (firstFailure) throw firstFailure;
  return summaries.join("; ");
}

type Run = Required<Omit<typeof scheduledJobRun.$inferInsert, "id">>;

export interface RunResult {
  /** The run's row, which is not written if there was nothing to do. */
  run: Run;
  /** Undefined when the run succeeded. */
  error?: unknown;
}

/**
 * Runs a job once. A run that a user requested always writes a row and an audit entry. A scheduled run that finds nothing to do writes
 * neither: the caller records it with the expression's other idle jobs.
 */
export async function runScheduledJob(
  env: Env,
  db: Database,
  { group: jobGroup, name: jobName, run: work }: ScheduledJob,
  scheduledAt: Date,
  requestedBy?: Author,
): Promise<RunResult> {
  const startedAt = now();
  const startMs = Date.now();
  const makeRun = (success: boolean, message: string | null): Run => ({
    jobGroup,
    jobName,
    started: startedAt,
    finished: now(),
    duration: Date.now() - startMs,
    success,
    message,
  });
  const result: RunResult = await runInEveryShard(env, work, scheduledAt).then(
    (message) => ({ run: makeRun(true, message || null) }),
    (error: unknown) => ({
      run: makeRun(false, getErrorMessage(error)),
      error: error ?? new Error("failed without a reason"),
    }),
  );
  if (requestedBy || result.error !== undefined || result.run.message)
    await db.batch([
      recordRunStatement(
        db,
        { jobGroup, jobName },
        toIsoSeconds(scheduledAt),
        result.error === undefined ? 0 : 1,
      ),
      db.insert(scheduledJobRun).values(result.run),
      ...(requestedBy ? [runAuditStatement(db, requestedBy, result.run)] : []),
    ]);
  if (result.error !== undefined)
    await notifyOfFailures(
      env,
      db,
      { jobGroup, jobName },
      { name: `${jobGroup}.${jobName}`, message: result.run.message ?? "" },
    );
  return result;
}

const runAuditStatement = (db: Database, author: Author, { jobGroup, jobName, success, message }: Run) =>
  auditStatement(db, {
    author,
    objectClass: "siteproof.ScheduledJobRun",
    objectId: `${jobGroup}.${jobName}`,
    action: "CREATE",
    params: changeParamsOf(null, { success, message }),
  });
