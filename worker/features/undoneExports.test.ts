import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";
import { addSeconds } from "#domain/core/fields.ts";
import { undoHoldSeconds, undoOfferSeconds } from "#domain/delivery/undoHold.ts";
import type { JobStatus } from "#domain/endpoints/shared/job.ts";
import {
  customerDocumentationStatus,
  type DeliveryRow,
  delivery,
  documentation,
  job,
} from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { runJobToEnd } from "#worker/jobs/runJob.ts";
import { type Caller, call, db, env, jsonOf, makeCaller } from "#worker/testing/factories.ts";
import {
  contentsOf,
  listDeliveries,
  makeCompletedDocumentation,
  makeDestination,
  makeMemoryTools,
  makeQuietEnv,
  runNextSlice,
  runPump,
  runUntilEnded,
  type TestDestination,
} from "./delivery/testing/deliveries.ts";
import { MemoryHost } from "./delivery/testing/memoryConnector.ts";
import { bulkChangeKind, bulkUndoKind } from "./documentationList/bulk/bulkChangeJob.ts";

const withoutQueue = {
  ...env,
  JOBS: { send: async () => undefined },
  DELIVERIES: makeQuietEnv().env.DELIVERIES,
};

/** A reviewer whose customer has a template that exports automatically at a status. */
async function makeReviewed(exportOn: "COMPLETED" | "HANDLED" | "APPROVED") {
  const destination = await makeDestination({ templateParams: { exportAutomatically: "true", exportOn } });
  for (const status of ["HANDLED", "APPROVED", "PAUSED"])
    await db().insert(customerDocumentationStatus).values({ customerId: destination.customerId, status });
  const roles = ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE"] as const;
  return { to: destination, as: await makeCaller({ customerId: destination.customerId, roles }) };
}

/** A documentation completed by a device, whose exports at that status have been sent. */
async function makeCompleted(destination: TestDestination) {
  const { id } = await makeCompletedDocumentation(destination, { status: "ONGOING" });
  await db().update(documentation).set({ status: "COMPLETED", version: 2 }).where(eq(documentation.id, id));
  return id;
}

interface ChangedDocumentation {
  id: string;
  version: number;
  status: DocumentationStatus;
  startedExports?: string[];
}
const versionOf = async (id: string) =>
  (await db().select().from(documentation).where(eq(documentation.id, id)).get())!.version;
const setStatus = async (as: Caller, id: string, status: DocumentationStatus) => {
  const body = { version: await versionOf(id) };
  return status === "APPROVED"
    ? jsonOf<ChangedDocumentation>(call("PUT", `/documentation/approve/${id}`, { as, body }))
    : jsonOf<ChangedDocumentation>(
        call("PUT", `/documentation/changeStatus/${id}`, { as, body: { ...body, status } }),
      );
};
const undo = async (as: Caller, id: string) =>
  jsonOf<ChangedDocumentation>(
    call("PUT", `/documentation/undoStatus/${id}`, { as, body: { version: await versionOf(id) } }),
  );
const statesOf = async (id: string) => (await listDeliveries(id)).map(({ state }) => state).sort();
const secondsLeft = ({ nextSliceAt }: DeliveryRow) => (Date.parse(nextSliceAt) - Date.now()) / 1000;

const statuses = ["HANDLED", "APPROVED", "PAUSED"] as const;

async function runBulk(
  as: Caller,
  path: string,
  body: object | undefined,
  kind: typeof bulkChangeKind | typeof bulkUndoKind,
) {
  const { id } = await jsonOf<JobStatus>(call("POST", path, { as, ...(body && { body }) }));
  await runJobToEnd(withoutQueue as unknown as Env, db(), id, kind);
  return jsonOf<JobStatus>(call("GET", `/job/${id}`, { as }));
}

describe("2§4 undoing a change of the status", () => {
  it("sends nothing again, whatever status it undoes and whatever status exports begin at", async () => {
    const host = new MemoryHost();
    const tools = makeMemoryTools({ host, contents: contentsOf({ "a.jpg": 100 }) });
    for (const exportOn of ["COMPLETED", "HANDLED", "APPROVED"] as const) {
      const { to: destination, as } = await makeReviewed(exportOn);
      for (const status of statuses) {
        const id = await makeCompleted(destination);
        for (const row of await listDeliveries(id)) await runUntilEnded(tools, row);
        const initialDeliveries = await listDeliveries(id);
        await setStatus(as, id, status);
        expect(await undo(as, id)).toMatchObject({ status: "COMPLETED", startedExports: [] });
        const currentDeliveries = await listDeliveries(id);
        expect(currentDeliveries.filter(({ state }) => state !== "CANCELLED")).toMatchObject(
          initialDeliveries.map((row) => ({ id: row.id, state: row.state, resendOnCompletion: false })),
        );
      }
    }
  });

  it("is possible before exports start: those caused by staff wait longer than undo is offered, those caused by devices start at once", async () => {
    expect(undoHoldSeconds).toBeGreaterThan(undoOfferSeconds);
    const { to: destination, as } = await makeReviewed("APPROVED");
    const host = new MemoryHost();
    const tools = makeMemoryTools({ host, contents: contentsOf({ "a.jpg": 100 }) });
    const id = await makeCompleted(destination);
    await setStatus(as, id, "APPROVED");
    const [heldDelivery] = await listDeliveries(id);
    expect(secondsLeft(heldDelivery!)).toBeGreaterThan(undoHoldSeconds - 5);
    expect(secondsLeft(heldDelivery!)).toBeLessThanOrEqual(undoHoldSeconds);
    await runPump(tools, destination.customerId, makeQuietEnv().env);
    expect(await statesOf(id)).toEqual(["PENDING"]);
    await undo(as, id);
    expect(await statesOf(id)).toEqual(["CANCELLED"]);
    expect(host.files.size).toBe(0);
    await setStatus(as, id, "APPROVED");
    expect(await statesOf(id)).toEqual(["CANCELLED", "PENDING"]);

    const immediate = await makeReviewed("COMPLETED");
    const completedId = await makeCompleted(immediate.to);
    expect(secondsLeft((await listDeliveries(completedId))[0]!)).toBeLessThanOrEqual(0);
  });

  it("reports exports that have already begun, stops those in progress, and keeps what has arrived", async () => {
    const { to: destination, as } = await makeReviewed("APPROVED");
    const host = new MemoryHost();
    const tools = makeMemoryTools({ host, contents: contentsOf({ "a.jpg": 100 }) });
    const id = await makeCompleted(destination);
    await setStatus(as, id, "APPROVED");
    await runUntilEnded(tools, (await listDeliveries(id))[0]!);
    expect((await undo(as, id)).startedExports).toEqual([destination.configuration.name]);
    expect(await statesOf(id)).toEqual(["DONE"]);

    const otherId = await makeCompleted(destination);
    await setStatus(as, otherId, "APPROVED");
    await db()
      .update(delivery)
      .set({ state: "RUNNING", startedAt: addSeconds(0), leasedUntil: addSeconds(60) })
      .where(eq(delivery.documentationId, otherId));
    expect((await undo(as, otherId)).startedExports).toEqual([destination.configuration.name]);
    expect(await statesOf(otherId)).toEqual(["CANCELLED"]);
  });

  it("resumes what a handover cancelled, without marking anything to be sent again; undoing the undo cancels it again", async () => {
    const { to: destination, as } = await makeReviewed("COMPLETED");
    const id = await makeCompleted(destination);
    await setStatus(as, id, "PAUSED");
    expect(await listDeliveries(id)).toMatchObject([{ state: "CANCELLED", resendOnCompletion: true }]);
    await undo(as, id);
    expect(await listDeliveries(id)).toMatchObject([
      { state: "PENDING", resendOnCompletion: false, finishedAt: null, errorMessage: null },
    ]);
    await undo(as, id);
    expect(await listDeliveries(id)).toMatchObject([{ state: "CANCELLED", resendOnCompletion: true }]);
  });

  it("of an undo restarts what the undo cancelled", async () => {
    const { to: destination, as } = await makeReviewed("APPROVED");
    const id = await makeCompleted(destination);
    await setStatus(as, id, "APPROVED");
    await undo(as, id);
    expect(await undo(as, id)).toMatchObject({ status: "APPROVED" });
    expect(await statesOf(id)).toEqual(["PENDING"]);
    await undo(as, id);
    expect(await statesOf(id)).toEqual(["CANCELLED"]);
  });

  it("in bulk cancels exports too: those of the first documentation wait until the last is changed and undo has been offered", async () => {
    const { to: destination, as } = await makeReviewed("APPROVED");
    const host = new MemoryHost();
    const tools = makeMemoryTools({ host, contents: contentsOf({ "a.jpg": 100 }) });
    const ids = [await makeCompleted(destination), await makeCompleted(destination)];
    const changeJob = await runBulk(
      as,
      "/documentation/bulkChange",
      { change: "APPROVED", ids },
      bulkChangeKind,
    );
    expect(changeJob.result).toMatchObject({ included: 2 });
    const [first] = await listDeliveries(ids[0]!);
    const setJob = (change: Partial<typeof job.$inferInsert>) =>
      db().update(job).set(change).where(eq(job.id, changeJob.id));
    await setJob({ state: "RUNNING", finishedAt: null });
    expect(await runNextSlice(tools, first!)).toMatchObject({ state: "waiting" });
    await setJob({ state: "DONE", finishedAt: addSeconds(-5) });
    expect(await runNextSlice(tools, first!)).toMatchObject({ state: "waiting" });
    const [waiting] = await listDeliveries(ids[0]!);
    expect(waiting).toMatchObject({ state: "PENDING", startedAt: null });
    expect(secondsLeft(waiting!)).toBeGreaterThan(0);

    const undoJob = await runBulk(
      as,
      `/documentation/undoBulkChange/${changeJob.id}`,
      undefined,
      bulkUndoKind,
    );
    expect(undoJob.result).toMatchObject({ included: 2, startedExports: 0 });
    expect([await statesOf(ids[0]!), await statesOf(ids[1]!)]).toEqual([["CANCELLED"], ["CANCELLED"]]);
    expect(host.files.size).toBe(0);
  });

  it("in bulk counts the exports that have begun", async () => {
    const { to: destination, as } = await makeReviewed("APPROVED");
    const host = new MemoryHost();
    const tools = makeMemoryTools({ host, contents: contentsOf({ "a.jpg": 100 }) });
    const ids = [await makeCompleted(destination), await makeCompleted(destination)];
    const changeJob = await runBulk(
      as,
      "/documentation/bulkChange",
      { change: "APPROVED", ids },
      bulkChangeKind,
    );
    await db()
      .update(job)
      .set({ finishedAt: addSeconds(-60) })
      .where(eq(job.id, changeJob.id));
    const [first] = await listDeliveries(ids[0]!);
    expect(await runNextSlice(tools, first!)).toMatchObject({ state: "done" });
    const undoJob = await runBulk(
      as,
      `/documentation/undoBulkChange/${changeJob.id}`,
      undefined,
      bulkUndoKind,
    );
    expect(undoJob.result).toMatchObject({ included: 2, startedExports: 1 });
    expect([await statesOf(ids[0]!), await statesOf(ids[1]!)]).toEqual([["DONE"], ["CANCELLED"]]);
  });

  it("is not needed for a documentation that is created as completed: deleting it at once cancels its export", async () => {
    const { to: destination, as } = await makeReviewed("COMPLETED");
    const completedDocumentation = await makeCompletedDocumentation(destination);
    const [heldDelivery] = await listDeliveries(completedDocumentation.id);
    expect(secondsLeft(heldDelivery!)).toBeGreaterThan(undoHoldSeconds - 5);
    await call("DELETE", `/documentations/${completedDocumentation.id}`, { as });
    const pendingDeliveries = await db()
      .select()
      .from(delivery)
      .where(and(eq(delivery.documentationId, completedDocumentation.id), eq(delivery.state, "PENDING")));
    expect(pendingDeliveries).toEqual([]);
  });
});
