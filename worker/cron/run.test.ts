import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { scheduledJobFire, scheduledJobRun } from "../db/schema";
import { db, distinct, env } from "../testing/factories";
import { runScheduled, scheduledJobs } from "./run";

const { default: wrangler } = (await import("../../wrangler.toml?raw" as string)) as { default: string };

describe("scheduled jobs", () => {
  it("design§Jobs run at exactly the expressions of wrangler.toml", () => {
    const crons = JSON.parse(/^crons = (\[.*\])$/m.exec(wrangler)![1]!) as string[];
    expect(Object.keys(scheduledJobs).sort()).toEqual(crons.sort());
    expect(new Set(crons).size).toBe(crons.length);
  });

  it("design§Jobs a failing one does not stop others of the same expression, and leaves its error", async () => {
    const [bad, good, idle] = [distinct("bad"), distinct("good"), distinct("idle")];
    const jobs = {
      "* * * * *": [
        { group: "test", name: bad, run: () => Promise.reject(new Error("out of order")) },
        { group: "test", name: good, run: async () => "did it" },
        { group: "test", name: idle, run: async () => "" },
      ],
    };
    await expect(runScheduled({ cron: "* * * * *", scheduledTime: Date.now() }, env, jobs)).rejects.toThrow(
      "1 of 3 jobs failed",
    );
    const runsOf = (name: string) =>
      db().select().from(scheduledJobRun).where(eq(scheduledJobRun.jobName, name));
    expect(await runsOf(bad)).toMatchObject([{ success: false, message: "out of order" }]);
    expect(await runsOf(good)).toMatchObject([{ success: true, message: "did it" }]);
    expect(await runsOf(idle)).toEqual([]);
  });

  it("design§Jobs judge by the instant they are scheduled at, which is their previous fire", async () => {
    const [name, at] = [distinct("clock"), new Date("2031-02-01T03:17:00Z")];
    const asked: Date[] = [];
    const run = async (_env: unknown, _db: unknown, when: Date) => String(asked.push(when));
    const jobs = { "* * * * *": [{ group: "test", name, run }] };
    await runScheduled({ cron: "* * * * *", scheduledTime: at.getTime() }, env, jobs);
    expect(asked).toEqual([at]);
    const fired = await db().select().from(scheduledJobFire).where(eq(scheduledJobFire.jobName, name));
    expect(fired).toMatchObject([{ fired: "2031-02-01T03:17:00Z" }]);
  });

  it("design§Jobs an expression without a job is an error", async () => {
    await expect(runScheduled({ cron: "0 0 1 1 *", scheduledTime: 0 }, env)).rejects.toThrow(
      "nothing is scheduled",
    );
  });
});
