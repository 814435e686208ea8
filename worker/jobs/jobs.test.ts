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
  makeSuperAdmin,
} from "#worker/testing/factories.ts";
import { defineJob, defineServiceJob, type JobStep, type StepOutcome } from "./defineJob.ts";
import { LeaseLostError, maxAttempts, runJob, runJobToEnd } from "./runJob.ts";
import { createJobStatements, insertInlineJob, startJob, startUniqueJob } from "./startJob.ts";
import { sweepJobs } from "./sweepJobs.ts";

interface SentMessage {
  jobId: string;
  delay: number;
}

/** A list instead of the queue, so that a test decides which message is delivered and how often. */
function makeFakeQueue() {
  const sentMessages: SentMessage[] = [];
  const JOBS = {
    send: async ({ jobId }: { jobId: string }, { delaySeconds = 0 } = {}) => {
      sentMessages.push({ jobId, delay: delaySeconds });
    },
  };
  return { sent: sentMessages, env: { ...env, JOBS } as unknown as Env };
}

const cursor = z.int();
type Step = (step: JobStep<object, number>) => Promise<StepOutcome<number>>;

const kindOf = (step: Step, removedIds: string[] = []) =>
  defineJob({
    name: "test",
    startedBy: {},
    request: z.strictObject({}),
    cursor,
    retentionHours: 1,
    step,
    remove: async (_env, { id }) => {
      removedIds.push(id);
    },
  });
const kindsWith = (step: Step, removedIds?: string[]) => ({ test: kindOf(step, removedIds) });
/** For starting jobs whose steps do not run, or run as another kind. */
const unusedKind = kindOf(() => Promise.reject(new Error("nothing to do")));

/** A kind of job with three steps, and the numbers of those that have run. */
function makeThreeStepKind() {
  const stepNumbers: number[] = [];
  const step: Step = async ({ cursor: previous }) => {
    const number = (previous ?? 0) + 1;
    stepNumbers.push(number);
    return number === 3 ? { result: { size: 7 } } : { cursor: number, progress: number, total: 3 };
  };
  const kind = kindOf(step);
  return { done: stepNumbers, kind, kinds: { test: kind } };
}

async function makeStart(caller?: Caller) {
  const { userId, customerId } = caller ?? (await makeCaller());
  return { customerId, requester: { userId, realUserId: null, customerId }, request: {} };
}
const rowOf = async (id: string) => (await db().select().from(job).where(eq(job.id, id)).get())!;
const releaseLease = (id: string) => db().update(job).set({ leasedUntil: null }).where(eq(job.id, id));

describe("a job", () => {
  it("design§Jobs is a row and a message with its id; each message runs one step and updates the progress", async () => {
    const queue = makeFakeQueue();
    const { done: stepNumbers, kinds } = makeThreeStepKind();
    const { id } = await startJob(queue.env, db(), unusedKind, await makeStart());
    expect(queue.sent).toEqual([{ jobId: id, delay: 0 }]);
    expect(await rowOf(id)).toMatchObject({ state: "PENDING", progress: 0 });
    await runJob(queue.env, db(), id, kinds);
    expect(await rowOf(id)).toMatchObject({ state: "RUNNING", progress: 1, total: 3, attempts: 0 });
    await runJob(queue.env, db(), id, kinds);
    await runJob(queue.env, db(), id, kinds);
    expect(stepNumbers).toEqual([1, 2, 3]);
    expect(queue.sent).toHaveLength(3);
    expect(await rowOf(id)).toMatchObject({
      ...{ state: "DONE", progress: 3, total: 3, result: { size: 7 } },
      ...{ finishedAt: expect.any(String), lastError: null },
    });
  });

  it("design§Jobs no step runs twice when a message is delivered twice, and a message for an ended job does nothing", async () => {
    const queue = makeFakeQueue();
    const { done: stepNumbers, kinds } = makeThreeStepKind();
    const { id } = await startJob(queue.env, db(), unusedKind, await makeStart());
    await Promise.all([1, 2, 3].map(() => runJob(queue.env, db(), id, kinds)));
    // Consumers that started during another's lease did nothing.
    expect(stepNumbers).toEqual([...new Set(stepNumbers)]);
    for (let message = 0; message < 5; message += 1) await runJob(queue.env, db(), id, kinds);
    expect(stepNumbers).toEqual([1, 2, 3]);
    await runJob(queue.env, db(), crypto.randomUUID(), kinds);
  });

  it("design§Jobs is leased to one consumer at a time, and a consumer that has lost the lease changes nothing", async () => {
    const queue = makeFakeQueue();
    const { id } = await insertInlineJob(db(), unusedKind, await makeStart());
    let leaseError: unknown;
    const kinds = kindsWith(async ({ report }) => {
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
        kindsWith(async () => ({ result: { size: 1 } })),
      );
      leaseError = await report(2, 10).catch((error: unknown) => error);
      throw leaseError;
    });
    await runJob(queue.env, db(), id, kinds);
    expect(leaseError).toBeInstanceOf(LeaseLostError);
    expect(await rowOf(id)).toMatchObject({ state: "DONE", result: { size: 1 }, lastError: null });
    expect(queue.sent).toEqual([]);
  });

  it("design§Jobs a service job runs without a requester; a job of another kind fails without one", async () => {
    const queue = makeFakeQueue();
    const { id: customerId } = await makeCustomer();
    const kind = defineServiceJob({
      ...{ name: "test", request: z.strictObject({}), cursor, retentionHours: 1 },
      step: async () => ({ result: { size: 3 } }),
    });
    const start = { customerId, requester: null, request: {} };
    const startIf = async (condition = sql`1`) => {
      const inBatch = createJobStatements(db(), kind, start, condition);
      await db().batch(inBatch.statements);
      return inBatch.id;
    };
    const id = await startIf();
    await runJob(queue.env, db(), id, { test: kind });
    expect(await rowOf(id)).toMatchObject({ state: "DONE", result: { size: 3 }, requester: null });
    const second = await startIf();
    await runJob(queue.env, db(), second, makeThreeStepKind().kinds);
    expect(await rowOf(second)).toMatchObject({ state: "FAILED" });
    expect(await rowOf(await startIf(sql`0`))).toBeUndefined();
  });

  it("design§Jobs is retried after the delay that an external system asks for", async () => {
    const queue = makeFakeQueue();
    const { id } = await insertInlineJob(db(), unusedKind, await makeStart());
    const busy = new ConnectorError("throttled", "Too many calls.", { retryAfter: 300 });
    await runJob(
      queue.env,
      db(),
      id,
      kindsWith(() => Promise.reject(busy)),
    );
    expect(queue.sent).toEqual([{ jobId: id, delay: 300 }]);
  });

  it("design§Jobs is retried with growing delays, and ends FAILED with its error", async () => {
    const queue = makeFakeQueue();
    const { id } = await insertInlineJob(db(), unusedKind, await makeStart());
    const kinds = kindsWith(() => Promise.reject(new Error("the shelf is full")));
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      expect((await rowOf(id)).state).not.toBe("FAILED");
      await runJob(queue.env, db(), id, kinds);
      // An early message does nothing.
      await runJob(queue.env, db(), id, kinds);
      await releaseLease(id);
    }
    expect(queue.sent.map(({ delay }) => delay)).toEqual([10, 20, 40, 80]);
    const row = await rowOf(id);
    expect(row).toMatchObject({ state: "FAILED", lastError: "the shelf is full" });
    const status = await jsonOf<JobStatus>(call("GET", `/job/${id}`, { as: await makeSuperAdmin() }));
    expect(status).toMatchObject({ state: "FAILED", error: "the shelf is full", result: null });
  });

  it("design§Jobs a successful step resets the retries; a permanent problem is not retried", async () => {
    const queue = makeFakeQueue();
    let calls = 0;
    const { id } = await insertInlineJob(db(), unusedKind, await makeStart());
    const kinds = kindsWith(async () => {
      calls += 1;
      if (calls % 2 === 1) throw new Error("hiccup");
      return calls < 16 ? { cursor: calls, progress: calls, total: 16 } : { result: {} };
    });
    for (let message = 0; message < 16; message += 1) {
      await releaseLease(id);
      await runJob(queue.env, db(), id, kinds);
    }
    expect((await rowOf(id)).state).toBe("DONE");

    const permanent = await insertInlineJob(db(), unusedKind, await makeStart());
    await runJob(
      queue.env,
      db(),
      permanent.id,
      kindsWith(() => Promise.reject(problem("notFound"))),
    );
    expect(await rowOf(permanent.id)).toMatchObject({ state: "FAILED", lastError: "Not found", attempts: 1 });
  });

  it("design§Jobs ends FAILED when its consumer is killed silently on every attempt", async () => {
    const queue = makeFakeQueue();
    const { done: stepNumbers, kinds } = makeThreeStepKind();
    const { id } = await insertInlineJob(db(), unusedKind, await makeStart());
    await db()
      .update(job)
      .set({ state: "RUNNING", attempts: maxAttempts, leasedUntil: addSeconds(-200) })
      .where(eq(job.id, id));
    // The sweeper may also find jobs of other test files.
    await sweepJobs(queue.env, db(), new Date(), kinds);
    expect(queue.sent.map(({ jobId }) => jobId)).not.toContain(id);
    await db()
      .update(job)
      .set({ dateCreated: addSeconds(-300) })
      .where(eq(job.id, id));
    expect(await sweepJobs(queue.env, db(), new Date(), kinds)).toContain("sent again");
    await runJob(queue.env, db(), id, kinds);
    expect(stepNumbers).toEqual([]);
    expect(await rowOf(id)).toMatchObject({
      state: "FAILED",
      lastError: expect.stringContaining("without finishing"),
    });
  });

  it("design§Jobs the sweeper resends a lost message, but not for a job that progresses", async () => {
    const queue = makeFakeQueue();
    const broken = { ...env, JOBS: { send: () => Promise.reject(new Error("no queue")) } } as unknown as Env;
    const lostJob = await startJob(broken, db(), unusedKind, await makeStart());
    const progressing = await insertInlineJob(db(), unusedKind, await makeStart());
    await db()
      .update(job)
      .set({ dateCreated: addSeconds(-300) })
      .where(eq(job.id, lostJob.id));
    await db()
      .update(job)
      .set({ dateCreated: addSeconds(-300), state: "RUNNING", leasedUntil: addSeconds(-5) })
      .where(eq(job.id, progressing.id));
    await sweepJobs(queue.env, db(), new Date(), {});
    const ids = queue.sent.map(({ jobId }) => jobId);
    expect(ids).toContain(lostJob.id);
    expect(ids).not.toContain(progressing.id);
  });

  it("design§Jobs with a dead letter is FAILED, unless another message has advanced it", async () => {
    const { id: dead } = await insertInlineJob(db(), unusedKind, await makeStart());
    const { id: advancedId } = await insertInlineJob(db(), unusedKind, await makeStart());
    await db()
      .update(job)
      .set({ leasedUntil: addSeconds(100), state: "RUNNING" })
      .where(eq(job.id, advancedId));
    const messages = [dead, advancedId, undefined].map((jobId) => ({
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
    expect(await rowOf(advancedId)).toMatchObject({ state: "RUNNING" });
  });

  it("design§Jobs of a kind that no longer exists ends FAILED", async () => {
    const queue = makeFakeQueue();
    const { id } = await insertInlineJob(db(), unusedKind, await makeStart());
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      await releaseLease(id);
      await runJob(queue.env, db(), id, {});
    }
    expect(await rowOf(id)).toMatchObject({ state: "FAILED", lastError: expect.stringContaining("kind") });
  });

  it("design§Jobs concurrent requests for a unique job share one, and a new one can start after it has ended", async () => {
    const queue = makeFakeQueue();
    const start = await makeStart();
    const startedJobs = await Promise.all(
      [1, 2, 3].map(() => startUniqueJob(queue.env, db(), unusedKind, start)),
    );
    expect(new Set(startedJobs.map(({ id }) => id)).size).toBe(1);
    expect(queue.sent).toHaveLength(1);
    await db().update(job).set({ state: "DONE" }).where(eq(job.id, startedJobs[0]!.id));
    expect((await startUniqueJob(queue.env, db(), unusedKind, start)).id).not.toBe(startedJobs[0]!.id);
    expect((await startUniqueJob(queue.env, db(), unusedKind, await makeStart())).id).not.toBe(
      startedJobs[0]!.id,
    );
  });

  it("design§Jobs an inline job runs all steps before it returns, and throws its failure", async () => {
    const { done: stepNumbers, kind } = makeThreeStepKind();
    const { id } = await insertInlineJob(db(), unusedKind, await makeStart());
    expect(await runJobToEnd(env, db(), id, kind)).toMatchObject({ state: "DONE", result: { size: 7 } });
    expect(stepNumbers).toEqual([1, 2, 3]);
    const otherJob = await insertInlineJob(db(), unusedKind, await makeStart());
    const failing = kindOf(() => Promise.reject(new Error("no paper")));
    await expect(runJobToEnd(env, db(), otherJob.id, failing)).rejects.toThrow("no paper");
    expect(await rowOf(otherJob.id)).toMatchObject({ state: "FAILED", lastError: "no paper" });
  });

  it("design§Jobs has its result, and later its row, removed after the retention time, even if it failed", async () => {
    const removedIds: string[] = [];
    const kinds = kindsWith(async () => ({ result: {} }), removedIds);
    const { id: failed } = await insertInlineJob(db(), unusedKind, await makeStart());
    const { id: recent } = await insertInlineJob(db(), unusedKind, await makeStart());
    await db()
      .update(job)
      .set({ state: "FAILED", finishedAt: addSeconds(-4000) })
      .where(eq(job.id, failed));
    await db()
      .update(job)
      .set({ state: "DONE", finishedAt: addSeconds(-3000) })
      .where(eq(job.id, recent));
    await sweepJobs(env, db(), new Date(), kinds);
    await sweepJobs(env, db(), new Date(), kinds);
    expect(removedIds).toEqual([failed]);
    await db()
      .update(job)
      .set({ finishedAt: addSeconds(-91 * 24 * 3600) })
      .where(eq(job.id, failed));
    await sweepJobs(env, db(), new Date(), kinds);
    expect(await rowOf(failed)).toBeUndefined();
  });

  it("design§Tenancy is visible to its requester and to super admins, and not found for everyone else", async () => {
    const owner = await makeCaller();
    const { id } = await insertInlineJob(db(), unusedKind, await makeStart(owner));
    const colleague = await makeCaller({ customerId: owner.customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    for (const [as, status] of [
      [owner, 200],
      [await makeSuperAdmin(), 200],
      [colleague, 404],
      [await makeCaller(), 404],
    ] as const)
      expect((await call("GET", `/job/${id}`, { as })).status).toBe(status);
    expect((await call("GET", `/job/${id}`)).status).toBe(401);
    // A requester who has lost access to the account cannot see it from another.
    await db().update(job).set({ customerId: colleague.customerId }).where(eq(job.id, id));
    const former = await makeCaller();
    await db().update(job).set({ requestedBy: former.userId }).where(eq(job.id, id));
    expect((await call("GET", `/job/${id}`, { as: former })).status).toBe(404);
    expect((await call("GET", `/job/${crypto.randomUUID()}`, { as: owner })).status).toBe(404);
  });
});
