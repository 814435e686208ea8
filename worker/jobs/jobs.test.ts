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
  return { sentMessages, env: { ...env, JOBS } as unknown as Env };
}

const cursor = z.int();
type Step = (step: JobStep<object, number>) => Promise<StepOutcome<number>>;

const makeKind = (step: Step, removedIds: string[] = []) =>
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
const makeKinds = (step: Step, removedIds?: string[]) => ({ test: makeKind(step, removedIds) });
/** For starting jobs whose steps do not run, or run as another kind. */
const unusedKind = makeKind(() => Promise.reject(new Error("nothing to do")));

/** A kind of job with three steps, and the numbers of the steps that have run. */
function makeThreeStepKind() {
  const stepNumbers: number[] = [];
  const step: Step = async ({ cursor: previousCursor }) => {
    const stepNumber = (previousCursor ?? 0) + 1;
    stepNumbers.push(stepNumber);
    return stepNumber === 3
      ? { result: { size: 7 } }
      : { cursor: stepNumber, progress: stepNumber, total: 3 };
  };
  const kind = makeKind(step);
  return { stepNumbers, kind, kinds: { test: kind } };
}

async function makeJobInput(caller?: Caller) {
  const { userId, customerId } = caller ?? (await makeCaller());
  return { customerId, requester: { userId, realUserId: null, customerId }, request: {} };
}
const findJob = async (id: string) => (await db().select().from(job).where(eq(job.id, id)).get())!;
const releaseLease = (id: string) => db().update(job).set({ leasedUntil: null }).where(eq(job.id, id));

describe("a job", () => {
  it("design§Jobs is a row and a message with its id; each message runs one step and updates the progress", async () => {
    const queue = makeFakeQueue();
    const { stepNumbers, kinds } = makeThreeStepKind();
    const { id } = await startJob(queue.env, db(), unusedKind, await makeJobInput());
    expect(queue.sentMessages).toEqual([{ jobId: id, delay: 0 }]);
    expect(await findJob(id)).toMatchObject({ state: "PENDING", progress: 0 });
    await runJob(queue.env, db(), id, kinds);
    expect(await findJob(id)).toMatchObject({ state: "RUNNING", progress: 1, total: 3, attempts: 0 });
    await runJob(queue.env, db(), id, kinds);
    await runJob(queue.env, db(), id, kinds);
    expect(stepNumbers).toEqual([1, 2, 3]);
    expect(queue.sentMessages).toHaveLength(3);
    expect(await findJob(id)).toMatchObject({
      ...{ state: "DONE", progress: 3, total: 3, result: { size: 7 } },
      ...{ finishedAt: expect.any(String), lastError: null },
    });
  });

  it("design§Jobs runs no step twice when a message is delivered twice, and ignores messages after it has ended", async () => {
    const queue = makeFakeQueue();
    const { stepNumbers, kinds } = makeThreeStepKind();
    const { id } = await startJob(queue.env, db(), unusedKind, await makeJobInput());
    await Promise.all([1, 2, 3].map(() => runJob(queue.env, db(), id, kinds)));
    // Consumers that started during another consumer's lease did nothing.
    expect(stepNumbers).toEqual([...new Set(stepNumbers)]);
    for (let message = 0; message < 5; message += 1) await runJob(queue.env, db(), id, kinds);
    expect(stepNumbers).toEqual([1, 2, 3]);
    await runJob(queue.env, db(), crypto.randomUUID(), kinds);
  });

  it("design§Jobs is leased to one consumer at a time, and a consumer that has lost the lease changes nothing", async () => {
    const queue = makeFakeQueue();
    const { id } = await insertInlineJob(db(), unusedKind, await makeJobInput());
    let leaseError: unknown;
    const kinds = makeKinds(async ({ report }) => {
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
        makeKinds(async () => ({ result: { size: 1 } })),
      );
      leaseError = await report(2, 10).catch((error: unknown) => error);
      throw leaseError;
    });
    await runJob(queue.env, db(), id, kinds);
    expect(leaseError).toBeInstanceOf(LeaseLostError);
    expect(await findJob(id)).toMatchObject({ state: "DONE", result: { size: 1 }, lastError: null });
    expect(queue.sentMessages).toEqual([]);
  });

  it("design§Jobs of the service runs without a requester; a job of another kind fails without a requester", async () => {
    const queue = makeFakeQueue();
    const { id: customerId } = await makeCustomer();
    const kind = defineServiceJob({
      ...{ name: "test", request: z.strictObject({}), cursor, retentionHours: 1 },
      step: async () => ({ result: { size: 3 } }),
    });
    const start = { customerId, requester: null, request: {} };
    const startOnCondition = async (condition = sql`1`) => {
      const batchJob = createJobStatements(db(), kind, start, condition);
      await db().batch(batchJob.statements);
      return batchJob.id;
    };
    const id = await startOnCondition();
    await runJob(queue.env, db(), id, { test: kind });
    expect(await findJob(id)).toMatchObject({ state: "DONE", result: { size: 3 }, requester: null });
    const secondId = await startOnCondition();
    await runJob(queue.env, db(), secondId, makeThreeStepKind().kinds);
    expect(await findJob(secondId)).toMatchObject({ state: "FAILED" });
    expect(await findJob(await startOnCondition(sql`0`))).toBeUndefined();
  });

  it("design§Jobs is retried after the delay that an external system asks for", async () => {
    const queue = makeFakeQueue();
    const { id } = await insertInlineJob(db(), unusedKind, await makeJobInput());
    const busyError = new ConnectorError("throttled", "Too many calls.", { retryAfter: 300 });
    await runJob(
      queue.env,
      db(),
      id,
      makeKinds(() => Promise.reject(busyError)),
    );
    expect(queue.sentMessages).toEqual([{ jobId: id, delay: 300 }]);
  });

  it("design§Jobs is retried with growing delays, and ends FAILED with its error", async () => {
    const queue = makeFakeQueue();
    const { id } = await insertInlineJob(db(), unusedKind, await makeJobInput());
    const kinds = makeKinds(() => Promise.reject(new Error("the shelf is full")));
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      expect((await findJob(id)).state).not.toBe("FAILED");
      await runJob(queue.env, db(), id, kinds);
      // An early message does nothing.
      await runJob(queue.env, db(), id, kinds);
      await releaseLease(id);
    }
    expect(queue.sentMessages.map(({ delay }) => delay)).toEqual([10, 20, 40, 80]);
    const row = await findJob(id);
    expect(row).toMatchObject({ state: "FAILED", lastError: "the shelf is full" });
    const status = await jsonOf<JobStatus>(call("GET", `/job/${id}`, { as: await makeSuperAdmin() }));
    expect(status).toMatchObject({ state: "FAILED", error: "the shelf is full", result: null });
  });

  it("design§Jobs has its retries reset by a successful step, and is not retried after a permanent problem", async () => {
    const queue = makeFakeQueue();
    let callCount = 0;
    const { id } = await insertInlineJob(db(), unusedKind, await makeJobInput());
    const kinds = makeKinds(async () => {
      callCount += 1;
      if (callCount % 2 === 1) throw new Error("hiccup");
      return callCount < 16 ? { cursor: callCount, progress: callCount, total: 16 } : { result: {} };
    });
    for (let message = 0; message < 16; message += 1) {
      await releaseLease(id);
      await runJob(queue.env, db(), id, kinds);
    }
    expect((await findJob(id)).state).toBe("DONE");

    const permanentJob = await insertInlineJob(db(), unusedKind, await makeJobInput());
    await runJob(
      queue.env,
      db(),
      permanentJob.id,
      makeKinds(() => Promise.reject(problem("notFound"))),
    );
    expect(await findJob(permanentJob.id)).toMatchObject({
      state: "FAILED",
      lastError: "Not found",
      attempts: 1,
    });
  });

  it("design§Jobs ends FAILED when its consumer is killed silently on every attempt", async () => {
    const queue = makeFakeQueue();
    const { stepNumbers, kinds } = makeThreeStepKind();
    const { id } = await insertInlineJob(db(), unusedKind, await makeJobInput());
    await db()
      .update(job)
      .set({ state: "RUNNING", attempts: maxAttempts, leasedUntil: addSeconds(-200) })
      .where(eq(job.id, id));
    // The sweeper may also find jobs of other test files.
    await sweepJobs(queue.env, db(), new Date(), kinds);
    expect(queue.sentMessages.map(({ jobId }) => jobId)).not.toContain(id);
    await db()
      .update(job)
      .set({ dateCreated: addSeconds(-300) })
      .where(eq(job.id, id));
    expect(await sweepJobs(queue.env, db(), new Date(), kinds)).toContain("sent again");
    await runJob(queue.env, db(), id, kinds);
    expect(stepNumbers).toEqual([]);
    expect(await findJob(id)).toMatchObject({
      state: "FAILED",
      lastError: expect.stringContaining("without finishing"),
    });
  });

  it("design§Jobs gets its lost message resent by the sweeper, but not if it progresses", async () => {
    const queue = makeFakeQueue();
    const brokenEnv = {
      ...env,
      JOBS: { send: () => Promise.reject(new Error("no queue")) },
    } as unknown as Env;
    const lostJob = await startJob(brokenEnv, db(), unusedKind, await makeJobInput());
    const progressingJob = await insertInlineJob(db(), unusedKind, await makeJobInput());
    await db()
      .update(job)
      .set({ dateCreated: addSeconds(-300) })
      .where(eq(job.id, lostJob.id));
    await db()
      .update(job)
      .set({ dateCreated: addSeconds(-300), state: "RUNNING", leasedUntil: addSeconds(-5) })
      .where(eq(job.id, progressingJob.id));
    await sweepJobs(queue.env, db(), new Date(), {});
    const ids = queue.sentMessages.map(({ jobId }) => jobId);
    expect(ids).toContain(lostJob.id);
    expect(ids).not.toContain(progressingJob.id);
  });

  it("design§Jobs with a dead letter is FAILED, unless another message has advanced it", async () => {
    const { id: deadId } = await insertInlineJob(db(), unusedKind, await makeJobInput());
    const { id: advancedId } = await insertInlineJob(db(), unusedKind, await makeJobInput());
    await db()
      .update(job)
      .set({ leasedUntil: addSeconds(100), state: "RUNNING" })
      .where(eq(job.id, advancedId));
    const messages = [deadId, advancedId, undefined].map((jobId) => ({
      id: "1",
      attempts: 1,
      body: jobId ? { kind: "runJob", jobId } : "what is this?",
      ack: () => undefined,
      retry: () => expect.unreachable(),
    }));
    await consume({ queue: "siteproof-dead-letters", messages } as unknown as MessageBatch, env);
    expect(await findJob(deadId)).toMatchObject({
      state: "FAILED",
      lastError: expect.stringContaining("messages"),
    });
    expect(await findJob(advancedId)).toMatchObject({ state: "RUNNING" });
  });

  it("design§Jobs of a kind that no longer exists ends FAILED", async () => {
    const queue = makeFakeQueue();
    const { id } = await insertInlineJob(db(), unusedKind, await makeJobInput());
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      await releaseLease(id);
      await runJob(queue.env, db(), id, {});
    }
    expect(await findJob(id)).toMatchObject({ state: "FAILED", lastError: expect.stringContaining("kind") });
  });

  it("design§Jobs that must be unique is shared by concurrent requests, and can be started again after it has ended", async () => {
    const queue = makeFakeQueue();
    const start = await makeJobInput();
    const startedJobs = await Promise.all(
      [1, 2, 3].map(() => startUniqueJob(queue.env, db(), unusedKind, start)),
    );
    expect(new Set(startedJobs.map(({ id }) => id)).size).toBe(1);
    expect(queue.sentMessages).toHaveLength(1);
    await db().update(job).set({ state: "DONE" }).where(eq(job.id, startedJobs[0]!.id));
    expect((await startUniqueJob(queue.env, db(), unusedKind, start)).id).not.toBe(startedJobs[0]!.id);
    expect((await startUniqueJob(queue.env, db(), unusedKind, await makeJobInput())).id).not.toBe(
      startedJobs[0]!.id,
    );
  });

  it("design§Jobs runs all its steps inline before the call returns, and throws its failure", async () => {
    const { stepNumbers, kind } = makeThreeStepKind();
    const { id } = await insertInlineJob(db(), unusedKind, await makeJobInput());
    expect(await runJobToEnd(env, db(), id, kind)).toMatchObject({ state: "DONE", result: { size: 7 } });
    expect(stepNumbers).toEqual([1, 2, 3]);
    const otherJob = await insertInlineJob(db(), unusedKind, await makeJobInput());
    const failingKind = makeKind(() => Promise.reject(new Error("no paper")));
    await expect(runJobToEnd(env, db(), otherJob.id, failingKind)).rejects.toThrow("no paper");
    expect(await findJob(otherJob.id)).toMatchObject({ state: "FAILED", lastError: "no paper" });
  });

  it("design§Jobs has its result, and later its row, removed after the retention time, even if it failed", async () => {
    const removedIds: string[] = [];
    const kinds = makeKinds(async () => ({ result: {} }), removedIds);
    const { id: failedId } = await insertInlineJob(db(), unusedKind, await makeJobInput());
    const { id: recentId } = await insertInlineJob(db(), unusedKind, await makeJobInput());
    await db()
      .update(job)
      .set({ state: "FAILED", finishedAt: addSeconds(-4000) })
      .where(eq(job.id, failedId));
    await db()
      .update(job)
      .set({ state: "DONE", finishedAt: addSeconds(-3000) })
      .where(eq(job.id, recentId));
    await sweepJobs(env, db(), new Date(), kinds);
    await sweepJobs(env, db(), new Date(), kinds);
    expect(removedIds).toEqual([failedId]);
    await db()
      .update(job)
      .set({ finishedAt: addSeconds(-91 * 24 * 3600) })
      .where(eq(job.id, failedId));
    await sweepJobs(env, db(), new Date(), kinds);
    expect(await findJob(failedId)).toBeUndefined();
  });

  it("design§Tenancy is visible to its requester and to super admins, and not found for everyone else", async () => {
    const owner = await makeCaller();
    const { id } = await insertInlineJob(db(), unusedKind, await makeJobInput(owner));
    const colleague = await makeCaller({ customerId: owner.customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    for (const [as, status] of [
      [owner, 200],
      [await makeSuperAdmin(), 200],
      [colleague, 404],
      [await makeCaller(), 404],
    ] as const)
      expect((await call("GET", `/job/${id}`, { as })).status).toBe(status);
    expect((await call("GET", `/job/${id}`)).status).toBe(401);
    // A requester who has lost access to the account cannot see the job from another account.
    await db().update(job).set({ customerId: colleague.customerId }).where(eq(job.id, id));
    const formerRequester = await makeCaller();
    await db().update(job).set({ requestedBy: formerRequester.userId }).where(eq(job.id, id));
    expect((await call("GET", `/job/${id}`, { as: formerRequester })).status).toBe(404);
    expect((await call("GET", `/job/${crypto.randomUUID()}`, { as: owner })).status).toBe(404);
  });
});
