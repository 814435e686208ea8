import { now } from "../../domain/fields";
import { type Database, databaseOf } from "../db/database";
import { scheduledJobRun } from "../db/schema";
import type { Env } from "../env";
import { sweepJobs } from "../jobs/sweep";
import { sendWaitingMails } from "../mail/deliver";
import { forgetWhatEnded } from "./forgetWhatEnded";
import { settleUploads } from "./settleUploads";

export interface ScheduledJob {
  group: string;
  name: string;
  /** Answers what it has to say of its run; empty when it found nothing to do. */
  run(env: Env, db: Database): Promise<string>;
}

/** What runs when; the expressions are those of wrangler.toml. */
export const scheduledJobs: Record<string, readonly ScheduledJob[]> = {
  "*/2 * * * *": [
    { group: "uploads", name: "settleUploads", run: settleUploads },
    { group: "jobs", name: "sweepJobs", run: sweepJobs },
    { group: "mail", name: "sendWaitingMails", run: sendWaitingMails },
  ],
  "17 3 * * *": [{ group: "maintenance", name: "forgetWhatEnded", run: forgetWhatEnded }],
};

/**
 * Runs what is due at an expression, one after the other: one that fails keeps none of the others from running. Every run that
 * did something, or failed, leaves a row that /quartz shows.
 * @throws AggregateError of what failed, so that the platform counts the run as failed too.
 */
export async function runScheduled(
  { cron }: Pick<ScheduledController, "cron">,
  env: Env,
  jobs: typeof scheduledJobs = scheduledJobs,
): Promise<void> {
  const due = jobs[cron];
  if (!due) throw new Error(`nothing is scheduled at ${cron}`);
  const db = databaseOf(env);
  const failures: unknown[] = [];
  for (const job of due) {
    const started = now();
    const record = (success: boolean, message: string) =>
      db
        .insert(scheduledJobRun)
        .values({ jobGroup: job.group, jobName: job.name, started, finished: now(), success, message });
    try {
      const message = await job.run(env, db);
      if (message) await record(true, message);
    } catch (error) {
      failures.push(error);
      await record(false, error instanceof Error ? error.message : String(error));
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${due.length} jobs failed at ${cron}`);
}
