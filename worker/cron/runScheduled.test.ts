import { and, eq, inArray, like, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { outboxMail, scheduledJobFire, scheduledJobRun } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { db, env, makeUser, uniqueName } from "#worker/testing/factories.ts";
import { runScheduled, scheduledJobs } from "./runScheduled.ts";

const { default: wranglerToml } = (await import("../../wrangler.toml?raw" as string)) as { default: string };

const findMails = (name: string, email: string) =>
  db()
    .select()
    .from(outboxMail)
    .where(
      and(
        like(outboxMail.subject, `%${name}%`),
        sql`EXISTS (SELECT 1 FROM json_each(${outboxMail.recipients}) WHERE value = ${email})`,
      ),
    );

describe("scheduled jobs", () => {
  it("design§Jobs run at exactly the expressions of wrangler.toml", () => {
    const crons = JSON.parse(/^crons = (\[.*\])$/m.exec(wranglerToml)![1]!) as string[];
    expect(Object.keys(scheduledJobs).sort()).toEqual(crons.sort());
    expect(new Set(crons).size).toBe(crons.length);
  });

  it("design§Jobs a failing job does not stop the others of its expression, and its error is recorded", async () => {
    const [failingName, succeedingName, idle] = [uniqueName("bad"), uniqueName("good"), uniqueName("idle")];
    const jobs = {
      "* * * * *": [
        { group: "test", name: failingName, run: () => Promise.reject(new Error("out of order")) },
        { group: "test", name: succeedingName, run: async () => "did it" },
        { group: "test", name: idle, run: async () => "" },
      ],
    };
    await expect(runScheduled({ cron: "* * * * *", scheduledTime: Date.now() }, env, jobs)).rejects.toThrow(
      "1 of 3 jobs failed",
    );
    const findRuns = (name: string) =>
      db().select().from(scheduledJobRun).where(eq(scheduledJobRun.jobName, name));
    expect(await findRuns(failingName)).toMatchObject([{ success: false, message: "out of order" }]);
    expect(await findRuns(succeedingName)).toMatchObject([{ success: true, message: "did it" }]);
    expect(await findRuns(idle)).toEqual([]);
  });

  it("design§Jobs idle jobs of an expression share one row, and an idle run resets their failures", async () => {
    const [names, cron] = [[uniqueName("idle"), uniqueName("idle")], uniqueName("every minute")];
    let isFailing = true;
    const run = async () => {
      if (isFailing) throw new Error("out of order");
      return "";
    };
    const jobs = { [cron]: names.map((name) => ({ group: "test", name, run })) };
    const fire = (scheduledAt: string) =>
      runScheduled({ cron, scheduledTime: Date.parse(scheduledAt) }, env, jobs);
    await expect(fire("2031-02-01T03:00:00Z")).rejects.toThrow();
    isFailing = false;
    await fire("2031-02-01T03:01:00Z");
    const rows = await db()
      .select()
      .from(scheduledJobFire)
      .where(inArray(scheduledJobFire.jobName, [...names, cron]));
    expect(
      rows.map(({ jobName, firedAt, failureCount }) => [jobName, firedAt, failureCount]).toSorted(),
    ).toEqual(
      [
        ...names.map((name) => [name, "2031-02-01T03:00:00Z", 0]),
        [cron, "2031-02-01T03:01:00Z", 0],
      ].toSorted(),
    );
  });

  it("design§Jobs run with the scheduled time, which is recorded as their last fire time", async () => {
    const [name, scheduledAt] = [uniqueName("clock"), new Date("2031-02-01T03:17:00Z")];
    const runTimes: Date[] = [];
    const run = async (_env: unknown, _db: unknown, time: Date) => String(runTimes.push(time));
    const jobs = { "* * * * *": [{ group: "test", name, run }] };
    await runScheduled({ cron: "* * * * *", scheduledTime: scheduledAt.getTime() }, env, jobs);
    expect(runTimes).toEqual([scheduledAt]);
    const fireRows = await db().select().from(scheduledJobFire).where(eq(scheduledJobFire.jobName, name));
    expect(fireRows).toMatchObject([{ firedAt: "2031-02-01T03:17:00Z" }]);
  });

  it("design§Jobs super admins who may log in are notified of a job that fails three times in a row, once until it succeeds", async () => {
    const reader = await makeUser({
      roles: ["ROLE_SUPER_ADMIN"],
      email: `${uniqueName("admin")}@siteproof.test`,
    });
    const nonReaders = [
      await makeUser({
        roles: ["ROLE_SUPER_ADMIN"],
        email: `${uniqueName("off")}@siteproof.test`,
        enabled: false,
      }),
      await makeUser({ roles: ["ROLE_TEMPLATE_WRITE"], email: `${uniqueName("staff")}@siteproof.test` }),
    ];
    const [name, envWithoutQueue] = [
      uniqueName("job"),
      { ...env, JOBS: { send: async () => undefined } } as unknown as Env,
    ];
    let isFailing = true;
    const run = async () => {
      if (isFailing) throw new Error("out of order");
      return "";
    };
    const jobs = { [name]: [{ group: "test", name, run }] };
    const runQuietly = () =>
      runScheduled({ cron: name, scheduledTime: Date.now() }, envWithoutQueue, jobs).catch(() => undefined);
    const countMails = async (user = reader) => (await findMails(name, user.email!)).length;
    await runQuietly();
    await runQuietly();
    expect(await countMails()).toBe(0);
    await runQuietly();
    await runQuietly();
    expect(await countMails()).toBe(1);
    expect((await findMails(name, reader.email!))[0]!.text).toContain("out of order");
    expect(await Promise.all(nonReaders.map(countMails))).toEqual([0, 0]);
    isFailing = false;
    await runQuietly();
    isFailing = true;
    await runQuietly();
    await runQuietly();
    expect(await countMails()).toBe(1);
    await runQuietly();
    expect(await countMails()).toBe(2);
  });

  it("design§Jobs an expression without a job is an error", async () => {
    await expect(runScheduled({ cron: "0 0 1 1 *", scheduledTime: 0 }, env)).rejects.toThrow(
      "no jobs are scheduled",
    );
  });
});
