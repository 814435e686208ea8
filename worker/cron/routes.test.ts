import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { ScheduledJobAnswer } from "../../domain/endpoints/scheduler";
import { isoSeconds } from "../../domain/fields";
import { parseCron } from "../../domain/rules/cron";
import { domainChange, scheduledJobRun } from "../db/schema";
import { call, db, jsonOf, makeCaller, makeSuper } from "../testing/factories";
import { scheduledJobs } from "./run";

const list = async () =>
  (await jsonOf<{ items: ScheduledJobAnswer[] }>(call("GET", "/scheduler/list", { as: await makeSuper() })))
    .items;

it("3§2 every job has its next run by its own expression", async () => {
  const items = await list();
  const jobs = Object.entries(scheduledJobs).flatMap(([cron, each]) =>
    each.map(({ group, name }) => ({ cron, jobGroup: group, jobName: name })),
  );
  expect(items).toMatchObject(jobs);
  for (const { cron, nextFireTime } of items) {
    const [now, soon] = [new Date(), new Date(Date.now() - 5000)].map((at) =>
      isoSeconds(parseCron(cron).next(at)),
    );
    expect([now, soon]).toContain(nextFireTime);
  }
});

it("3§7 a job is run on request, recorded with its outcome and duration, and shown", async () => {
  const as = await makeSuper();
  const run = (body: unknown) => call("POST", "/scheduler/runNow", { as, body });
  const job = { jobGroup: "maintenance", jobName: "forgetWhatEnded" };
  const ran = await jsonOf<ScheduledJobAnswer["runs"][number]>(run(job));
  expect(ran).toMatchObject({ success: true, message: "expired rows removed" });
  expect(ran.duration).toBeGreaterThanOrEqual(0);
  const lines = await db()
    .select()
    .from(domainChange)
    .where(eq(domainChange.objectId, "maintenance.forgetWhatEnded"));
  expect(lines).toMatchObject([
    {
      ...{ userId: as.userId, objectClass: "siteproof.ScheduledJobRun", action: "CREATE" },
      params: { success: { after: true }, message: { after: "expired rows removed" } },
    },
  ]);
  const idle = { jobGroup: "media", jobName: "removeUnowned" };
  expect(await jsonOf(run(idle))).toMatchObject({ success: true, message: null });
  const items = await list();
  const shown = (jobName: string) => items.find((item) => item.jobName === jobName)!;
  expect(shown(job.jobName)).toMatchObject({ previousFireTime: ran.started, runs: [ran] });
  expect(shown(idle.jobName).runs).toHaveLength(1);
  expect(shown("settleUploads")).toMatchObject({ previousFireTime: null, runs: [] });
  expect((await run({ ...job, jobGroup: "mail" })).status).toBe(404);
  const staff = await makeCaller({ roles: ["ROLE_TEMPLATE_WRITE"] });
  expect((await call("POST", "/scheduler/runNow", { as: staff, body: job })).status).toBe(403);
});

it("3§2 the last ten runs of a job are shown, newest first, failures included", async () => {
  const rows = Array.from({ length: 12 }, (_, minute) => ({
    ...{ jobGroup: "jobs", jobName: "sweepJobs", started: `2026-05-04T09:${10 + minute}:00Z` },
    ...{ finished: `2026-05-04T09:${10 + minute}:01Z`, duration: 1000, success: minute !== 11 },
    message: minute === 11 ? "out of order" : "1 jobs sent again",
  }));
  await db().insert(scheduledJobRun).values(rows);
  const { runs } = (await list()).find(({ jobName }) => jobName === "sweepJobs")!;
  expect(runs).toHaveLength(10);
  expect(runs[0]).toEqual({
    ...{ started: "2026-05-04T09:21:00Z", finished: "2026-05-04T09:21:01Z", duration: 1000 },
    ...{ success: false, message: "out of order" },
  });
});
