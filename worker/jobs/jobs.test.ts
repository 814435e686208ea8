import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { addSeconds } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { JobStatus } from "#domain/endpoints/shared/job.ts";
import { consume } from "#queues/consume.ts";
import { ConnectorError } from "#worker/connectors/connector.ts";
import { job } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import {
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeSuper,
} from "#worker/testing/factories.ts";
import { defineJob, defineServiceJob, type JobStep, type StepOutcome } from "./defineJob.ts";
import { LeaseLostError, maxAttempts, runJob, runToEnd } from "./runJob.ts";
import { insertInlineJob, jobInBatch, startJob, startUnique } from "./startJob.ts";
import { sweepJobs } from "./sweepJobs.ts";

interface Sent {
  jobId: string;
  delay: number;
}

/** A list instead of the queue, so that a test decides which message is delivered and how often. */
function listening() {
  const sent: Sent[] = [];
  const JOBS = {
    send: async ({ jobId }: { jobId: string }, { delaySeconds = 0 } = {}) => {
      sent.push({ jobId, delay: delaySeconds });
    },
  };
  return { sent, env: { ...env, JOBS } as unknown as Env };
}

const cursor = z.int();
type Step = (step: JobStep<object, number>) => Promise<StepOutcome<number>>;

const kindOf = (step: Step, removed: string[] = []) =>
  defineJob({
    name: "test",
    askedBy: {},
    request: z.strictObject({}),
    cursor,
    keptFor: 1,
    step,
    remove: async (_env, { id }) => {
      removed.push(id);
    },
  });
const only = (step: Step, removed?: string[]) => ({ test: kindOf(step, removed) });
const none = kindOf(() => Promise.reject(new Error("nothing to do")));

/** A job of three counted steps. */
function counting() {
  const done: number[] = [];
  const step: Step = async ({ cursor: before }) => {
    const at = (before ?? 0) + 1;
    done.push(at);
    return at === 3 ? { result: { size: 7 } } : { cursor: at, progress: at, total: 3 };
  };
  const kind = kindOf(step);
  return { done, kind, kinds: { test: kind } };
}

async function made(by?: Caller) {
  const { userId, customerId } = by ?? (await makeCaller());
  return { customerId, requester: { userId, realUserId: null, customerId }, request: {} };
}
const rowOf = async (id: string) => (await db().select().from(job).where(eq(job.id, id)).get())!;
const release = (id: string) => db().update(job).set({ leasedUntil: null }).where(eq(job.id, id));

describe("a job", () => {
  it("design§Jobs is a row and a message that names it, one step per message, with its progress", async () => {
    const queue = listening();
    const { done, kinds } = counting();
    const { id } = await startJob(queue.env, db(), none, await made());
    expect(queue.sent).toEqual([{ jobId: id, delay: 0 }]);
    expect(await rowOf(id)).toMatchObject({ state: "PENDING", progress: 0 });
    await runJob(queue.env, db(), id, kinds);
    expect(await rowOf(id)).toMatchObject({ state: "RUNNING", progress: 1, total: 3, attempts: 0 });
    await runJob(queue.env, db(), id, kinds);
    await runJob(queue.env, db(), id, kinds);
    expect(done).toEqual([1, 2, 3]);
    expect(queue.sent).toHaveLength(3);
    expect(await rowOf(id)).toMatchObject({
      ...{ state: "DONE", progress: 3, total: 3, result: { size: 7 } },
      ...{ finishedAt: expect.any(String), lastError: null },
    });
  });

  it("design§Jobs a message delivered twice does nothing twice, and one for an ended job does nothing", async () => {
    const queue = listening();
    const { done, kinds } = counting();
    const { id } = await startJob(queue.env, db(), none, await made());
    await Promise.all([1, 2, 3].map(() => runJob(queue.env, db(), id, kinds)));
    // Consumers that arrived during another's lease were turned away; nothing was done twice.
    expect(done).toEqual([...new Set(done)]);
    for (let more = 0; more < 5; more += 1) await runJob(queue.env, db(), id, kinds);
    expect(done).toEqual([1, 2, 3]);
    await runJob(queue.env, db(), crypto.randomUUID(), kinds);
  });

  it("design§Jobs belongs to one consumer at a time, and one that has lost it changes nothing", async () => {
    const queue = listening();
    const { id } = await insertInlineJob(db(), none, await made());
    let lost: unknown;
    const kinds = only(async ({ report }) => {
      await report(1, 10);
      // Meanwhile the lease expires, and another consumer finishes.
      await db()
        .update(job)
        .set({ leasedUntil: addSeconds(-1) })
        .where(eq(job.id, id));
      await runJob(
        queue.env,
        db(),
        id,
        only(async () => ({ result: { size: 1 } })),
      );
      lost = await report(2, 10).catch((error: unknown) => error);
      throw lost;
    });
    await runJob(queue.env, db(), id, kinds);
    expect(lost).toBeInstanceOf(LeaseLostError);
    expect(await rowOf(id)).toMatchObject({ state: "DONE", result: { size: 1 }, lastError: null });
    expect(queue.sent).toEqual([]);
  });

  it("design§Jobs that the service asks for runs without anybody's authority; one that somebody must ask for does not", async () => {
    const queue = listening();
    const { id: customerId } = await makeCustomer();
    const kind = defineServiceJob({
      ...{ name: "test", request: z.strictObject({}), cursor, keptFor: 1 },
      step: async () => ({ result: { size: 3 } }),
    });
    const start = { customerId, requester: null, request: {} };
    const started = async (condition = sql`1`) => {
      const made = jobInBatch(db(), kind, start, condition);
      await db().batch(made.statements);
      return made.id;
    };
    const id = await started();
    await runJob(queue.env, db(), id, { test: kind });
    expect(await rowOf(id)).toMatchObject({ state: "DONE", result: { size: 3 }, requester: null });
    const other = await started();
    await runJob(queue.env, db(), other, counting().kinds);
    expect(await rowOf(other)).toMatchObject({ state: "FAILED" });
    expect(await rowOf(await started(sql`0`))).toBeUndefined();
  });

  it("design§Jobs a system that asks to be left alone is asked again no sooner", async () => {
    const queue = listening();
    const { id } = await insertInlineJob(db(), none, await made());
    const busy = new ConnectorError("throttled", "Too many calls.", { retryAfter: 300 });
    await runJob(
      queue.env,
      db(),
      id,
      only(() => Promise.reject(busy)),
    );
    expect(queue.sent).toEqual([{ jobId: id, delay: 300 }]);
  });

  it("design§Jobs is retried with growing delays, and ends FAILED with its error", async () => {
    const queue = listening();
    const { id } = await insertInlineJob(db(), none, await made());
    const kinds = only(() => Promise.reject(new Error("the shelf is full")));
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      expect((await rowOf(id)).state).not.toBe("FAILED");
      await runJob(queue.env, db(), id, kinds);
      // Before its time it is left alone.
      await runJob(queue.env, db(), id, kinds);
      await release(id);
    }
    expect(queue.sent.map(({ delay }) => delay)).toEqual([10, 20, 40, 80]);
    const row = await rowOf(id);
    expect(row).toMatchObject({ state: "FAILED", lastError: "the shelf is full" });
    const answer = await jsonOf<JobStatus>(call("GET", `/job/${id}`, { as: await makeSuper() }));
    expect(answer).toMatchObject({ state: "FAILED", error: "the shelf is full", result: null });
  });

  it("design§Jobs a successful step resets the retries; a permanent problem is not retried", async () => {
    const queue = listening();
    let calls = 0;
    const { id } = await insertInlineJob(db(), none, await made());
    const kinds = only(async () => {
      calls += 1;
      if (calls % 2 === 1) throw new Error("hiccup");
      return calls < 16 ? { cursor: calls, progress: calls, total: 16 } : { result: {} };
    });
    for (let message = 0; message < 16; message += 1) {
      await release(id);
      await runJob(queue.env, db(), id, kinds);
    }
    expect((await rowOf(id)).state).toBe("DONE");

    const hopeless = await insertInlineJob(db(), none, await made());
    await runJob(
      queue.env,
      db(),
      hopeless.id,
      only(() => Promise.reject(problem("notFound"))),
    );
    expect(await rowOf(hopeless.id)).toMatchObject({ state: "FAILED", lastError: "Not found", attempts: 1 });
  });

  it("design§Jobs ends FAILED too when its consumer is killed silently every time", async () => {
    const queue = listening();
    const { done, kinds } = counting();
    const { id } = await insertInlineJob(db(), none, await made());
    await db()
      .update(job)
      .set({ state: "RUNNING", attempts: maxAttempts, leasedUntil: addSeconds(-200) })
      .where(eq(job.id, id));
    // Of other files, jobs may be waiting that it finds.
    await sweepJobs(queue.env, db(), new Date(), kinds);
    expect(queue.sent.map(({ jobId }) => jobId)).not.toContain(id);
    await db()
      .update(job)
      .set({ dateCreated: addSeconds(-300) })
      .where(eq(job.id, id));
    expect(await sweepJobs(queue.env, db(), new Date(), kinds)).toContain("sent again");
    await runJob(queue.env, db(), id, kinds);
    expect(done).toEqual([]);
    expect(await rowOf(id)).toMatchObject({
      state: "FAILED",
      lastError: expect.stringContaining("without finishing"),
    });
  });

  it("design§Jobs with a lost message is found by the sweeper; one that progresses is left alone", async () => {
    const queue = listening();
    const broken = { ...env, JOBS: { send: () => Promise.reject(new Error("no queue")) } } as unknown as Env;
    const lost = await startJob(broken, db(), none, await made());
    const moving = await insertInlineJob(db(), none, await made());
    await db()
      .update(job)
      .set({ dateCreated: addSeconds(-300) })
      .where(eq(job.id, lost.id));
    await db()
      .update(job)
      .set({ dateCreated: addSeconds(-300), state: "RUNNING", leasedUntil: addSeconds(-5) })
      .where(eq(job.id, moving.id));
    await sweepJobs(queue.env, db(), new Date(), {});
    const ids = queue.sent.map(({ jobId }) => jobId);
    expect(ids).toContain(lost.id);
    expect(ids).not.toContain(moving.id);
  });

  it("design§Jobs with a dead letter is FAILED, unless another message has advanced it", async () => {
    const { id: dead } = await insertInlineJob(db(), none, await made());
    const { id: moved } = await insertInlineJob(db(), none, await made());
    await db()
      .update(job)
      .set({ leasedUntil: addSeconds(100), state: "RUNNING" })
      .where(eq(job.id, moved));
    const messages = [dead, moved, undefined].map((jobId) => ({
      id: "1",
      attempts: 1,
      body: jobId ? { kind: "runJob", jobId } : "what is this?",
      ack: () => undefined,
      retry: () => expect.unreachable(),
    }));
    await consume({ queue: "siteproof-dead-letters", messages } as unknown as MessageBatch, env);
    expect(await rowOf(dead)).toMatchObject({
      state: "FAILED",
      lastError: expect.stringContaining("messages"),
    });
    expect(await rowOf(moved)).toMatchObject({ state: "RUNNING" });
  });

  it("design§Jobs of a kind that no longer exists ends FAILED", async () => {
    const queue = listening();
    const { id } = await insertInlineJob(db(), none, await made());
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      await release(id);
      await runJob(queue.env, db(), id, {});
    }
    expect(await rowOf(id)).toMatchObject({ state: "FAILED", lastError: expect.stringContaining("kind") });
  });

  it("design§Jobs that may run once at a time is shared by everybody who asks, and starts again after its end", async () => {
    const queue = listening();
    const start = await made();
    const asked = await Promise.all([1, 2, 3].map(() => startUnique(queue.env, db(), none, start)));
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
    expect(queue.sent).toHaveLength(1);
    await db().update(job).set({ state: "DONE" }).where(eq(job.id, asked[0]!.id));
    expect((await startUnique(queue.env, db(), none, start)).id).not.toBe(asked[0]!.id);
    expect((await startUnique(queue.env, db(), none, await made())).id).not.toBe(asked[0]!.id);
  });

  it("design§Jobs for a caller who waits is done at once, and throws its failure", async () => {
    const { done, kind } = counting();
    const { id } = await insertInlineJob(db(), none, await made());
    expect(await runToEnd(env, db(), id, kind)).toMatchObject({ state: "DONE", result: { size: 7 } });
    expect(done).toEqual([1, 2, 3]);
    const other = await insertInlineJob(db(), none, await made());
    const failing = kindOf(() => Promise.reject(new Error("no paper")));
    await expect(runToEnd(env, db(), other.id, failing)).rejects.toThrow("no paper");
    expect(await rowOf(other.id)).toMatchObject({ state: "FAILED", lastError: "no paper" });
  });

  it("design§Jobs leaves nothing behind when its time is over, even when it failed", async () => {
    const removed: string[] = [];
    const kinds = only(async () => ({ result: {} }), removed);
    const { id: failed } = await insertInlineJob(db(), none, await made());
    const { id: young } = await insertInlineJob(db(), none, await made());
    await db()
      .update(job)
      .set({ state: "FAILED", finishedAt: addSeconds(-4000) })
      .where(eq(job.id, failed));
    await db()
      .update(job)
      .set({ state: "DONE", finishedAt: addSeconds(-3000) })
      .where(eq(job.id, young));
    await sweepJobs(env, db(), new Date(), kinds);
    await sweepJobs(env, db(), new Date(), kinds);
    expect(removed).toEqual([failed]);
    await db()
      .update(job)
      .set({ finishedAt: addSeconds(-91 * 24 * 3600) })
      .where(eq(job.id, failed));
    await sweepJobs(env, db(), new Date(), kinds);
    expect(await rowOf(failed)).toBeUndefined();
  });

  it("design§Tenancy is visible to its requester and to super admins, and 404 for everybody else", async () => {
    const owner = await makeCaller();
    const { id } = await insertInlineJob(db(), none, await made(owner));
    const colleague = await makeCaller({ customerId: owner.customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    for (const [as, status] of [
      [owner, 200],
      [await makeSuper(), 200],
      [colleague, 404],
      [await makeCaller(), 404],
    ] as const)
      expect((await call("GET", `/job/${id}`, { as })).status).toBe(status);
    expect((await call("GET", `/job/${id}`)).status).toBe(401);
    // A requester who has lost access to the account cannot see it from another.
    await db().update(job).set({ customerId: colleague.customerId }).where(eq(job.id, id));
    const moved = await makeCaller();
    await db().update(job).set({ requestedBy: moved.userId }).where(eq(job.id, id));
    expect((await call("GET", `/job/${id}`, { as: moved })).status).toBe(404);
    expect((await call("GET", `/job/${crypto.randomUUID()}`, { as: owner })).status).toBe(404);
  });
});
