import { sql } from "drizzle-orm";
import { parseCron } from "#domain/core/calendar/cron.ts";
import { toIsoSeconds } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import {
  listScheduledJobs,
  listScheduledRuns,
  runScheduledJobNow,
} from "#domain/endpoints/operations/scheduler.ts";
import { mount } from "#worker/api/mount.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import { type Database, databaseOf } from "#worker/db/database.ts";
import { flag, nullable, number, selectRows, text } from "#worker/db/rows.ts";
import { scheduledJobFire } from "#worker/db/schema/index.ts";
import { listShardEnvs } from "#worker/db/shards.ts";
import type { App } from "#worker/http/context.ts";
import { importExists, isImportGroup, listImportRuns, listImports } from "./failedImports.ts";
import { expressionKey, type ScheduledJobKey } from "./failures.ts";
import { runScheduledJob, type ScheduledJob, scheduledJobs } from "./runScheduled.ts";

const allJobs = Object.entries(scheduledJobs).flatMap(([cron, jobs]) =>
  jobs.map((job) => ({ ...job, cron })),
);
const keyOf = (jobGroup: string, jobName: string) => `${jobGroup}.${jobName}`;

/** Calls for the scheduled jobs (3§2 /quartz): the list, the history of a job, and running a job manually. */
export function mountScheduler(app: App): void {
  mount(app, listScheduledJobs, async ({ env, db }) => {
    const [fireRows, imports, lastRuns] = await Promise.all([
      db.select().from(scheduledJobFire),
      Promise.all(listShardEnvs(env).map((shard) => listImports(databaseOf(shard)))),
      findLastRuns(db),
    ]);
    const firedAtByKey = new Map(fireRows.map((row) => [keyOf(row.jobGroup, row.jobName), row.firedAt]));
    const previousFireTimeOf = (...keys: ScheduledJobKey[]) =>
      keys
        .flatMap(({ jobGroup, jobName }) => firedAtByKey.get(keyOf(jobGroup, jobName)) ?? [])
        .toSorted()
        .at(-1) ?? null;
    const lastRunByKey = new Map(
      lastRuns.map(({ jobGroup, jobName, ...run }) => [keyOf(jobGroup, jobName), run]),
    );
    const items = allJobs.map(({ cron, group, name }) => {
      const key = keyOf(group, name);
      return {
        name: key,
        jobGroup: group,
        jobName: name,
        label: name,
        ...{ customerName: null, frequency: null, disabled: false },
        cron,
        previousFireTime: previousFireTimeOf({ jobGroup: group, jobName: name }, expressionKey(cron)),
        nextFireTime: toIsoSeconds(parseCron(cron).findNextFiring(new Date())),
        lastRun: lastRunByKey.get(key) ?? null,
      };
    });
    return { items: [...items, ...imports.flat()] };
  });

  mount(app, listScheduledRuns, async ({ env, db, query: { jobGroup, jobName, max } }) => {
    if (!isImportGroup(jobGroup)) {
      findJob(jobGroup, jobName);
      return { items: await listRuns(db, jobGroup, jobName, max) };
    }
    for (const shard of listShardEnvs(env).map(databaseOf))
      if (await importExists(shard, jobGroup, jobName))
        return { items: await listImportRuns(shard, jobGroup, jobName, max) };
    throw problem("notFound");
  });

  mount(app, runScheduledJobNow, async ({ env, db, actor, body }) => {
    const job = findJob(body.jobGroup, body.jobName);
    const { run } = await runScheduledJob(env, db, job, new Date(), { ...authorOf(actor), customerId: null });
    return run;
  });
}

/** @throws notFound */
function findJob(jobGroup: string, jobName: string): ScheduledJob {
  const job = allJobs.find(({ group, name }) => group === jobGroup && name === jobName);
  if (!job) throw problem("notFound");
  return job;
}

const runColumns = {
  started: text("r.started"),
  finished: nullable(text("r.finished")),
  duration: nullable(number("r.duration")),
  success: nullable(flag("r.success")),
  message: nullable(text("r.message")),
};

/** The newest run of every scheduled job. */
const findLastRuns = (db: Database) =>
  selectRows(
    db,
    { jobGroup: text("r.job_group"), jobName: text("r.job_name"), ...runColumns },
    (columns) => sql`
    SELECT ${columns} FROM json_each(${JSON.stringify(allJobs.map(({ group, name }) => ({ group, name })))}) j
      JOIN scheduled_job_run r ON r.rowid = (SELECT x.rowid FROM scheduled_job_run x
        WHERE x.job_group = j.value ->> 'group' AND x.job_name = j.value ->> 'name' ORDER BY x.started DESC, x.rowid DESC LIMIT 1)`,
  );

/** The newest runs of a scheduled job. */
const listRuns = (db: Database, jobGroup: string, jobName: string, max: number) =>
  selectRows(
    db,
    runColumns,
    (
      columns,
    ) => sql`SELECT ${columns} FROM scheduled_job_run r WHERE r.job_group = ${jobGroup} AND r.job_name = ${jobName}
      ORDER BY r.started DESC, r.rowid DESC LIMIT ${max}`,
  );
