import { now } from "../../domain/fields";
import { databaseOf } from "../db/database";
import { scheduledJobRun } from "../db/schema";
import type { Env } from "../env";
import { forgetWhatEnded } from "./forgetWhatEnded";
import { settleUploads } from "./settleUploads";

/** What runs when; the expressions are those of wrangler.toml. A job returns what it has to say of its run. */
export const scheduledJobs = {
  "*/2 * * * *": { group: "uploads", name: "settleUploads", run: settleUploads },
  "17 3 * * *": { group: "maintenance", name: "forgetWhatEnded", run: forgetWhatEnded },
} as const;

/** Every run that did something, or failed, leaves a row that /quartz shows. */
export async function runScheduled(controller: ScheduledController, env: Env): Promise<void> {
  const job = scheduledJobs[controller.cron as keyof typeof scheduledJobs];
  if (!job) throw new Error(`nothing is scheduled at ${controller.cron}`);
  const db = databaseOf(env);
  const started = now();
  const record = (success: boolean, message: string) =>
    db
      .insert(scheduledJobRun)
      .values({ jobGroup: job.group, jobName: job.name, started, finished: now(), success, message });
  try {
    const message = await job.run(env, db);
    if (message) await record(true, message);
  } catch (error) {
    await record(false, error instanceof Error ? error.message : String(error));
    throw error;
  }
}
