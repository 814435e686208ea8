import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { parseCron } from "#domain/core/calendar/cron.ts";
import { toIsoSeconds } from "#domain/core/fields.ts";
import type { ScheduledJob, ScheduledRun } from "#domain/endpoints/operations/scheduler.ts";
import {
  domainChange,
  outboxMail,
  scheduledJobRun,
  suggestionImportConfiguration,
  suggestionImportEvent,
  suggestionList,
} from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  envWithoutQueue,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeSuperAdmin,
  makeUser,
  uniqueName,
} from "#worker/testing/factories.ts";
import { notifyOfFailedImports } from "./failedImports.ts";
import { scheduledJobs } from "./runScheduled.ts";

const findMails = (email: string) =>
  db()
    .select()
    .from(outboxMail)
    .where(sql`EXISTS (SELECT 1 FROM json_each(${outboxMail.recipients}) WHERE value = ${email})`);
const fetchJobs = async () =>
  (await jsonOf<{ items: ScheduledJob[] }>(call("GET", "/scheduler/list", { as: await makeSuperAdmin() })))
    .items;

it("3§2 every job's next run follows its cron expression", async () => {
  const items = await fetchJobs();
  const jobs = Object.entries(scheduledJobs).flatMap(([cron, dueJobs]) =>
    dueJobs.map(({ group, name }) => ({ cron, jobGroup: group, jobName: name })),
  );
  const cronItems = items.filter((item) => item.cron !== null);
  expect(cronItems).toMatchObject(jobs);
  for (const { cron, nextFireTime } of cronItems) {
    const [nextFromNow, nextFromEarlier] = [new Date(), new Date(Date.now() - 5000)].map((instant) =>
      toIsoSeconds(parseCron(cron!).findNextFiring(instant)),
    );
    expect([nextFromNow, nextFromEarlier]).toContain(nextFireTime);
  }
});

it("3§7 a job runs on request, and its outcome and duration are recorded and listed", async () => {
  const as = await makeSuperAdmin();
  const run = (body: unknown) => call("POST", "/scheduler/runNow", { as, body });
  const job = { jobGroup: "maintenance", jobName: "purgeEnded" };
  const result = await jsonOf<ScheduledRun>(run(job));
  expect(result).toMatchObject({ success: true, message: "expired rows removed" });
  expect(result.duration).toBeGreaterThanOrEqual(0);
  const entries = await db()
    .select()
    .from(domainChange)
    .where(eq(domainChange.objectId, "maintenance.purgeEnded"));
  expect(entries).toMatchObject([
    {
      ...{ userId: as.userId, objectClass: "siteproof.ScheduledJobRun", action: "CREATE" },
      params: { success: { after: true }, message: { after: "expired rows removed" } },
    },
  ]);
  const idleJob = { jobGroup: "media", jobName: "removeOrphans" };
  expect(await jsonOf(run(idleJob))).toMatchObject({ success: true, message: null });
  const items = await fetchJobs();
  const itemOf = (jobName: string) => items.find((item) => item.jobName === jobName)!;
  expect(itemOf(job.jobName)).toMatchObject({ previousFireTime: result.started, lastRun: result });
  expect(itemOf(idleJob.jobName).lastRun).toMatchObject({ success: true, message: null });
  expect(itemOf("settleUploads")).toMatchObject({ previousFireTime: null, lastRun: null });
  expect((await run({ ...job, jobGroup: "mail" })).status).toBe(404);
  const staff = await makeCaller({ roles: ["ROLE_TEMPLATE_WRITE"] });
  expect((await call("POST", "/scheduler/runNow", { as: staff, body: job })).status).toBe(403);
});

const fetchHistory = async (query: string, as?: Caller) =>
  call("GET", `/scheduler/runs?${query}`, { as: as ?? (await makeSuperAdmin()) });
const fetchRuns = async (query: string) =>
  (await jsonOf<{ items: ScheduledRun[] }>(fetchHistory(query))).items;

it("3§2 the history of a job is listed newest first, with failures", async () => {
  const rows = Array.from({ length: 12 }, (_, minute) => ({
    ...{ jobGroup: "jobs", jobName: "sweepJobs", started: `2026-05-04T09:${10 + minute}:00Z` },
    ...{ finished: `2026-05-04T09:${10 + minute}:01Z`, duration: 1000, success: minute !== 11 },
    message: minute === 11 ? "out of order" : "1 jobs sent again",
  }));
  await db().insert(scheduledJobRun).values(rows);
  const newestRun = {
    ...{ started: "2026-05-04T09:21:00Z", finished: "2026-05-04T09:21:01Z", duration: 1000 },
    ...{ success: false, message: "out of order" },
  };
  expect((await fetchJobs()).find(({ jobName }) => jobName === "sweepJobs")!.lastRun).toEqual(newestRun);
  const runs = await fetchRuns("jobGroup=jobs&jobName=sweepJobs&max=10");
  expect([runs.length, runs[0]]).toEqual([10, newestRun]);
  expect((await fetchHistory("jobGroup=jobs&jobName=unknown")).status).toBe(404);
  expect((await fetchHistory(`jobGroup=suggestionImport&jobName=${crypto.randomUUID()}`)).status).toBe(404);
  const staff = await makeCaller({ roles: ["ROLE_TEMPLATE_WRITE"] });
  expect((await fetchHistory("jobGroup=jobs&jobName=sweepJobs", staff)).status).toBe(403);
});

/** An import configuration of a customer's suggestions, with an event for each result, oldest first. */
async function makeImport(results: readonly (boolean | null)[], overrides: { disabled?: boolean } = {}) {
  const { id: customerId, name: customerName } = await makeCustomer();
  const [list] = await db()
    .insert(suggestionList)
    .values({ customerId, name: uniqueName("list"), type: "DOCUMENTATION_NAMES" })
    .returning();
  const [configuration] = await db()
    .insert(suggestionImportConfiguration)
    .values({
      ...{ customerId, name: uniqueName("import"), suggestionListId: list!.id, type: "NEXT_PROJECT" },
      ...{ frequency: "DAILY", nextRunAt: "2026-05-05T02:00:00Z", ...overrides },
    })
    .returning();
  const addEvent = async (success: boolean | null, minute: number) =>
    db()
      .insert(suggestionImportEvent)
      .values({
        ...{ customerId, suggestionImportConfigurationId: configuration!.id, type: "NEXT_PROJECT", success },
        ...{ added: 3, updated: 2, message: success === false ? "No such project" : null },
        dateCreated: `2026-05-04T09:${10 + minute}:00Z`,
        finished: success === null ? null : `2026-05-04T09:${10 + minute}:02Z`,
      });
  for (const [minute, success] of results.entries()) await addEvent(success, minute);
  return { customerName, configuration: configuration!, addEvent };
}

it("3§2 import configurations are in the list of jobs, with their customer, runs and next run", async () => {
  const { customerName, configuration } = await makeImport([true, false, true]);
  const disabledImport = await makeImport([], { disabled: true });
  const items = await fetchJobs();
  expect(items.find(({ jobName }) => jobName === configuration.id)).toEqual({
    ...{
      name: `suggestionImport.${configuration.id}`,
      jobGroup: "suggestionImport",
      jobName: configuration.id,
    },
    ...{ label: configuration.name, customerName, cron: null, frequency: "DAILY", disabled: false },
    ...{ previousFireTime: "2026-05-04T09:12:00Z", nextFireTime: "2026-05-05T02:00:00Z" },
    lastRun: {
      ...{ started: "2026-05-04T09:12:00Z", finished: "2026-05-04T09:12:02Z", duration: 2000 },
      ...{ success: true, message: "3 added, 2 updated, 0 removed" },
    },
  });
  expect(items.find(({ jobName }) => jobName === disabledImport.configuration.id)).toMatchObject({
    ...{ disabled: true, nextFireTime: null, previousFireTime: null, lastRun: null },
  });
  const runs = await fetchRuns(`jobGroup=suggestionImport&jobName=${configuration.id}`);
  expect(runs.map(({ success, message }) => [success, message])).toEqual([
    [true, "3 added, 2 updated, 0 removed"],
    [false, "No such project"],
    [true, "3 added, 2 updated, 0 removed"],
  ]);
});

it("design§Jobs super admins are notified once of an import that has failed three times in a row, and again after a success in between", async () => {
  const email = `${uniqueName("admin")}@siteproof.test`;
  await makeUser({ roles: ["ROLE_SUPER_ADMIN"], email });
  const { configuration, addEvent } = await makeImport([true, false, false]);
  const countMails = async () =>
    (await findMails(email)).filter(({ subject }) => subject.includes(configuration.name)).length;
  const notify = () => notifyOfFailedImports(envWithoutQueue, db(), new Date());
  await notify();
  expect(await countMails()).toBe(0);
  await addEvent(false, 5);
  await Promise.all([notify(), notify()]);
  await addEvent(false, 6);
  await notify();
  expect(await countMails()).toBe(1);
  expect((await findMails(email))[0]!.text).toContain("No such project");
  await addEvent(true, 7);
  await notify();
  for (const minute of [8, 9, 10]) await addEvent(false, minute);
  await notify();
  expect(await countMails()).toBe(2);
});
