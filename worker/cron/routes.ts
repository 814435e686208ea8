import { sql } from "drizzle-orm";
import { listScheduledJobs, runScheduledJobNow } from "../../domain/endpoints/scheduler";
import { isoSeconds } from "../../domain/fields";
import { problem } from "../../domain/problem";
import { parseCron } from "../../domain/rules/cron";
import type { Database } from "../db/database";
import { flag, nullable, number, rowsOf, text } from "../db/rows";
import { scheduledJobFire } from "../db/schema";
import { mount } from "../entrance/mount";
import { authorOf } from "../entrance/session/actor";
import type { App } from "../http/context";
import { runOne, type ScheduledJob, scheduledJobs } from "./run";

const shownRuns = 10;

const scheduled = Object.entries(scheduledJobs).flatMap(([cron, jobs]) =>
  jobs.map((job) => ({ ...job, cron })),
);
const keyOf = (jobGroup: string, jobName: string) => `${jobGroup}.${jobName}`;

/** The scheduled jobs (3§2 /quartz), and running one by hand. */
export function mountScheduler(app: App): void {
  mount(app, listScheduledJobs, async ({ db }) => {
    const fired = await db.select().from(scheduledJobFire);
    const previous = new Map(fired.map((row) => [keyOf(row.jobGroup, row.jobName), row.fired]));
    const runs = Map.groupBy(await lastRuns(db), (run) => keyOf(run.jobGroup, run.jobName));
    const items = scheduled.map(({ cron, group, name }) => {
      const key = keyOf(group, name);
      return {
        name: key,
        jobGroup: group,
        jobName: name,
        cron,
        previousFireTime: previous.get(key) ?? null,
        nextFireTime: isoSeconds(parseCron(cron).next(new Date())),
        runs: runs.get(key) ?? [],
      };
    });
    return { items };
  });

  mount(app, runScheduledJobNow, async ({ env, db, actor, body }) => {
    const job = jobNamed(body.jobGroup, body.jobName);
    const { run } = await runOne(env, db, job, new Date(), { ...authorOf(actor), customerId: null });
    return run;
  });
}

function jobNamed(jobGroup: string, jobName: string): ScheduledJob {
  const found = scheduled.find(({ group, name }) => group === jobGroup && name === jobName);
  if (!found) throw problem("notFound");
  return found;
}

const runColumns = {
  jobGroup: text("r.job_group"),
  jobName: text("r.job_name"),
  started: text("r.started"),
  finished: nullable(text("r.finished")),
  duration: nullable(number("r.duration")),
  success: nullable(flag("r.success")),
  message: nullable(text("r.message")),
};

/** The newest runs of every scheduled job. */
const lastRuns = (db: Database) =>
  rowsOf(
    db,
    runColumns,
    (columns) => sql`
    SELECT ${columns} FROM json_each(${JSON.stringify(scheduled.map(({ group, name }) => ({ group, name })))}) j
      JOIN scheduled_job_run r ON r.rowid IN (SELECT x.rowid FROM scheduled_job_run x
        WHERE x.job_group = j.value ->> 'group' AND x.job_name = j.value ->> 'name' ORDER BY x.started DESC, x.rowid DESC LIMIT ${shownRuns})
    ORDER BY r.started DESC, r.rowid DESC`,
  );
