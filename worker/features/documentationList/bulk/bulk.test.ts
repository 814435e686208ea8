import { and, asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";
import { type BulkPreview, maxMailedSentBack } from "#domain/endpoints/review/bulkChangeCalls.ts";
import type { JobStatus } from "#domain/endpoints/shared/job.ts";
import { databaseOf } from "#worker/db/database.ts";
import {
  customerDocumentationStatus,
  documentation,
  documentationEvent,
  documentationTag,
  domainChange,
  job,
  retake,
} from "#worker/db/schema/index.ts";
import { runJob, runJobToEnd } from "#worker/jobs/runJob.ts";
import {
  type Caller,
  call,
  db,
  envWithoutQueue,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeSuperAdmin,
  readLastMail,
  uniqueName,
} from "#worker/testing/factories.ts";
import { makeDocumentationWithTask } from "#worker/testing/ingestedMedia.ts";
import { makeRetake } from "#worker/testing/retakeTesting.ts";
import { bulkChangeKind, bulkUndoKind, createBulkChangeKind } from "./bulkChangeJob.ts";

const makeWriter = () => makeCaller({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE"] });
const fetchPreview = (as: Caller, body: object) =>
  jsonOf<BulkPreview>(call("POST", "/documentation/countBulkChange", { as, body }));
const startChange = (as: Caller, body: object) => call("POST", "/documentation/bulkChange", { as, body });
async function runChange(as: Caller, body: object): Promise<JobStatus> {
  const { id } = await jsonOf<JobStatus>(startChange(as, body));
  await runJobToEnd(envWithoutQueue, databaseOf(envWithoutQueue), id, bulkChangeKind);
  return jsonOf<JobStatus>(call("GET", `/job/${id}`, { as }));
}
const readRow = async (id: string) =>
  (await db().select().from(documentation).where(eq(documentation.id, id)).get())!;
const listEvents = (id: string) =>
  db()
    .select({
      type: documentationEvent.type,
      params: documentationEvent.params,
      creator: documentationEvent.creator,
    })
    .from(documentationEvent)
    .where(eq(documentationEvent.documentationId, id))
    .orderBy(asc(documentationEvent.eventDate));
const listAuditEntries = (id: string) =>
  db()
    .select({ action: domainChange.action, params: domainChange.params, userId: domainChange.userId })
    .from(domainChange)
    .where(and(eq(domainChange.objectId, id), eq(domainChange.objectClass, "siteproof.Documentation")));
const enableStatus = (customerId: number, status: string) =>
  db().insert(customerDocumentationStatus).values({ customerId, status });

describe("2§4 a bulk change", () => {
  it("counts what would change, and reports what is refused and why, without changing anything", async () => {
    const as = await makeWriter();
    await enableStatus(as.customerId, "HANDLED");
    const make = (status: DocumentationStatus, overrides: object = {}) =>
      makeDocumentation(as.customerId, { status, ...overrides });
    const firstDocumentation = await make("COMPLETED");
    await make("COMPLETED");
    await make("HANDLED");
    await make("ONGOING");
    await make("COMPLETED", { hidden: true });
    await make("DELETED");
    await makeDocumentation((await makeWriter()).customerId, { status: "COMPLETED" });
    expect(await fetchPreview(as, { change: "HANDLED", matching: {} })).toEqual({
      documentations: 4,
      changed: 2,
      unchanged: 1,
      refused: [{ reason: "statusDoesNotFollow", status: "ONGOING", documentations: 1 }],
      inFieldCount: 0,
      awaiting: 0,
    });
    expect(
      (await fetchPreview(as, { change: "APPROVED", matching: { statusFilter: "COMPLETED" } })).refused,
    ).toEqual([{ reason: "statusNotEnabled", status: "COMPLETED", documentations: 2 }]);
    await enableStatus(as.customerId, "APPROVED");
    await makeRetake({ id: firstDocumentation.id, customerId: as.customerId });
    expect(await fetchPreview(as, { change: "APPROVED", matching: {} })).toMatchObject({ awaiting: 1 });
    expect(await fetchPreview(as, { change: "HANDLED", matching: {} })).toMatchObject({ awaiting: 0 });
    await db()
      .delete(customerDocumentationStatus)
      .where(
        and(
          eq(customerDocumentationStatus.customerId, as.customerId),
          eq(customerDocumentationStatus.status, "APPROVED"),
        ),
      );
    const root = await makeSuperAdmin();
    expect(
      await fetchPreview(root, {
        change: "APPROVED",
        matching: { customerId: as.customerId, showHidden: "true" },
      }),
    ).toMatchObject({
      changed: 3,
      refused: [{ reason: "deleted" }, { status: "HANDLED" }, { status: "ONGOING" }],
    });
    expect(await fetchPreview(as, { change: "DELETE", matching: {} })).toMatchObject({
      changed: 4,
      inFieldCount: 1,
    });
    expect(await readRow(firstDocumentation.id)).toMatchObject({ status: "COMPLETED", version: 1 });
  });

  it("2§6 requires ROLE_DOCUMENTATION_WRITE, and never changes another customer's documentation by id", async () => {
    const [as, outsider] = [await makeWriter(), await makeWriter()];
    const foreignDocumentation = await makeDocumentation(outsider.customerId, { status: "COMPLETED" });
    const reader = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] });
    for (const path of ["countBulkChange", "bulkChange"])
      expect(
        (await call("POST", `/documentation/${path}`, { as: reader, body: { change: "HIDE", matching: {} } }))
          .status,
      ).toBe(403);
    expect(await fetchPreview(as, { change: "HIDE", ids: [foreignDocumentation.id] })).toMatchObject({
      documentations: 0,
    });
    expect(await runChange(as, { change: "DELETE", ids: [foreignDocumentation.id] })).toMatchObject({
      state: "DONE",
      result: { included: 0 },
    });
    expect(await readRow(foreignDocumentation.id)).toMatchObject({ status: "COMPLETED", version: 1 });
    expect(
      (await startChange(as, { change: "HIDE", matching: { customerId: outsider.customerId } })).status,
    ).toBe(403);
    expect((await startChange(as, { change: "HIDE" })).status).toBe(422);
    expect(
      (await startChange(as, { change: "HIDE", ids: [foreignDocumentation.id], matching: {} })).status,
    ).toBe(422);
    const ownDocumentation = await makeDocumentation(as.customerId);
    expect((await startChange(as, { change: "HIDE", ids: [ownDocumentation.id], expected: 2 })).status).toBe(
      422,
    );
  });

  it("changes each documentation with an event, an audit entry and a new version; repeating it changes nothing more; undo reverts it", async () => {
    const as = await makeWriter();
    await enableStatus(as.customerId, "PAUSED");
    const [firstDocumentation, secondDocumentation] = [
      await makeDocumentation(as.customerId, { status: "COMPLETED" }),
      await makeDocumentation(as.customerId, { status: "APPROVED" }),
    ];
    const request = { change: "PAUSED", matching: { statusFilter: "COMPLETED;APPROVED" } };
    const changeJob = await runChange(as, { ...request, expected: 2 });
    expect(changeJob).toMatchObject({ state: "DONE", result: { included: 2, missing: 0 } });
    for (const { id } of [firstDocumentation, secondDocumentation]) {
      expect(await readRow(id)).toMatchObject({ status: "PAUSED", version: 2 });
      expect(await listEvents(id)).toMatchObject([{ type: "STATUS_CHANGED", params: { status: "PAUSED" } }]);
    }
    expect(await listAuditEntries(secondDocumentation.id)).toEqual([
      { action: "UPDATE", userId: as.userId, params: { status: { before: "APPROVED", after: "PAUSED" } } },
    ]);
    expect(
      await runChange(as, { change: "PAUSED", ids: [firstDocumentation.id, secondDocumentation.id] }),
    ).toMatchObject({
      result: { included: 0, missing: 2 },
    });
    expect(await listEvents(firstDocumentation.id)).toHaveLength(1);

    // One documentation is changed in the meantime and keeps that change.
    await db().update(documentation).set({ version: 3 }).where(eq(documentation.id, firstDocumentation.id));
    const undo = (caller: Caller) =>
      call("POST", `/documentation/undoBulkChange/${changeJob.id}`, { as: caller });
    expect((await undo(await makeWriter())).status).toBe(404);
    for (const unchangedCount of [1, 2]) {
      const { id } = await jsonOf<JobStatus>(undo(as));
      await runJobToEnd(envWithoutQueue, databaseOf(envWithoutQueue), id, bulkUndoKind);
      const finishedJob = await jsonOf<JobStatus>(call("GET", `/job/${id}`, { as }));
      expect(finishedJob.result).toMatchObject({ included: 2 - unchangedCount, missing: unchangedCount });
    }
    expect([
      (await readRow(firstDocumentation.id)).status,
      (await readRow(secondDocumentation.id)).status,
    ]).toEqual(["PAUSED", "APPROVED"]);
    expect(await listEvents(secondDocumentation.id)).toHaveLength(2);
  });

  it("2§2 adds tags, finds by them, and removes those of staff only; undo reverts both", async () => {
    const as = await makeWriter();
    const [first, second] = [await makeDocumentation(as.customerId), await makeDocumentation(as.customerId)];
    const ids = [first.id, second.id];
    const tag = uniqueName("Etapp Å");
    await db()
      .insert(documentationTag)
      .values({ customerId: as.customerId, documentationId: second.id, tag, source: "DEVICE" });
    const listTagged = async () =>
      (
        await jsonOf<{ items: { id: string }[] }>(
          call("GET", `/documentation/findAllByDocumentationNameOrTag/${encodeURIComponent(tag)}`, { as }),
        )
      ).items.map(({ id }) => id);
    for (const [body, error] of [
      [{ change: "TAG", ids }, { tag: "required" }],
      [{ change: "HIDE", ids, tag }, { tag: "notAllowed" }],
    ] as const)
      expect(await (await startChange(as, body)).json()).toMatchObject({ error: { fields: error } });

    const tagJob = await runChange(as, { change: "TAG", ids, tag: ` ${tag} `, expected: 1 });
    expect(tagJob).toMatchObject({ result: { included: 1, missing: 1 } });
    expect((await listTagged()).sort()).toEqual([...ids].sort());
    expect(await readRow(first.id)).toMatchObject({ version: 2 });
    expect(await listEvents(first.id)).toMatchObject([{ type: "TAGGED", params: { tag } }]);
    expect(await listAuditEntries(first.id)).toMatchObject([
      { params: { tag: { before: null, after: tag } } },
    ]);
    expect(await runChange(as, { change: "TAG", ids, tag })).toMatchObject({ result: { included: 0 } });

    expect(await fetchPreview(as, { change: "UNTAG", ids, tag })).toMatchObject({
      changed: 1,
      refused: [{ reason: "tagNotByStaff", documentations: 1 }],
    });
    const untagJob = await runChange(as, { change: "UNTAG", ids, tag });
    expect(await listTagged()).toEqual([second.id]);
    const undo = async ({ id: jobId }: JobStatus) => {
      const { id } = await jsonOf<JobStatus>(call("POST", `/documentation/undoBulkChange/${jobId}`, { as }));
      await runJobToEnd(envWithoutQueue, databaseOf(envWithoutQueue), id, bulkUndoKind);
    };
    await undo(untagJob);
    expect((await listTagged()).sort()).toEqual([...ids].sort());
    // The documentation has changed since the first job.
    await undo(tagJob);
    expect(await listTagged()).toHaveLength(2);
    await undo(await runChange(as, { change: "TAG", ids, tag: `${tag} 2` }));
    expect(
      await db().select().from(documentationTag).where(eq(documentationTag.customerId, as.customerId)),
    ).toHaveLength(2);
  });

  describe("design§Retakes sends back", () => {
    const reason = "Foton saknas";
    const makeTask = async (customerId: number, status: DocumentationStatus, required: "YES" | "NO") =>
      makeDocumentationWithTask(customerId, { required }, { status });
    const listRetakes = (documentationId: string) =>
      db().select().from(retake).where(eq(retake.documentationId, documentationId));
    const undo = async (as: Caller, { id: jobId }: JobStatus) => {
      const { id } = await jsonOf<JobStatus>(call("POST", `/documentation/undoBulkChange/${jobId}`, { as }));
      await runJobToEnd(envWithoutQueue, databaseOf(envWithoutQueue), id, bulkUndoKind);
    };

    it("what is missing to devices, with refusals, events and undo", async () => {
      const as = await makeWriter();
      await enableStatus(as.customerId, "PAUSED");
      const missing = await makeTask(as.customerId, "APPROVED", "YES");
      const optional = await makeTask(as.customerId, "APPROVED", "NO");
      const ongoing = await makeTask(as.customerId, "ONGOING", "YES");
      const ids = [missing, optional, ongoing].map(({ row }) => row.id);
      const sendBack = { tasks: "MISSING", reason, dueDay: "2999-01-02" };
      const body = { change: "SEND_BACK", ids, sendBack };
      expect(await fetchPreview(as, body)).toMatchObject({
        changed: 1,
        refused: [
          { reason: "statusDoesNotFollow", status: "ONGOING", documentations: 1 },
          { reason: "nothingToSendBack", status: "APPROVED", documentations: 1 },
        ],
      });
      const job = await runChange(as, { ...body, expected: 1 });
      expect(job).toMatchObject({ state: "DONE", result: { included: 1, missing: 2 } });
      expect(await readRow(missing.row.id)).toMatchObject({ status: "PAUSED", version: 2 });
      expect(await listRetakes(missing.row.id)).toMatchObject([
        { documentationTaskId: missing.task.id, reason, dueDay: "2999-01-02", outcome: null },
      ]);
      expect((await listEvents(missing.row.id)).map(({ params }) => params)).toEqual([
        { change: "RETAKE_ASKED", task: "Overview", reason, day: "2999-01-02" },
        { status: "PAUSED" },
      ]);
      expect(await fetchPreview(as, { ...body, ids: [missing.row.id] })).toMatchObject({ changed: 0 });

      await undo(as, job);
      expect(await readRow(missing.row.id)).toMatchObject({ status: "APPROVED" });
      expect(await listRetakes(missing.row.id)).toMatchObject([{ outcome: "WITHDRAWN" }]);
      expect((await listEvents(missing.row.id)).map(({ params }) => params).slice(2)).toEqual(
        expect.arrayContaining([{ change: "RETAKE_WITHDRAWN", reason }, { status: "APPROVED" }]),
      );
    });

    it("all tasks by mail, one for each documentation, which keeps its status", async () => {
      const as = await makeWriter();
      const address = `${uniqueName("crew")}@example.com`;
      const { row, task } = await makeTask(as.customerId, "COMPLETED", "NO");
      const sendBack = { tasks: "ALL", reason, address };
      const job = await runChange(as, { change: "SEND_BACK", matching: {}, sendBack });
      expect(job).toMatchObject({ result: { included: 1 } });
      expect(await readRow(row.id)).toMatchObject({ status: "COMPLETED", version: 1 });
      expect(await listRetakes(row.id)).toMatchObject([
        { documentationTaskId: task.id, recipientKind: "MAIL", recipientAddress: address },
      ]);
      expect((await readLastMail(address))?.text).toContain("/retake?token=");
      await undo(as, job);
      expect(await listRetakes(row.id)).toMatchObject([{ outcome: "WITHDRAWN" }]);
    });

    it("only with a request that fits", async () => {
      const as = await makeWriter();
      const { row } = await makeTask(as.customerId, "COMPLETED", "YES");
      const ids = [row.id];
      const sendBack = { tasks: "ALL", reason };
      for (const [body, fields] of [
        [{ change: "SEND_BACK", ids }, { sendBack: "required" }],
        [{ change: "HIDE", ids, sendBack }, { sendBack: "notAllowed" }],
        [
          { change: "SEND_BACK", ids, sendBack: { ...sendBack, dueDay: "2026-01-01" } },
          { "sendBack.dueDay": "tooSmall" },
        ],
      ] as const)
        expect(await (await startChange(as, body)).json()).toMatchObject({ error: { fields } });
      for (let index = 0; index < maxMailedSentBack; index += 1)
        await makeTask(as.customerId, "COMPLETED", "NO");
      const mailed = { ...sendBack, address: `${uniqueName("crew")}@example.com` };
      const response = await startChange(as, { change: "SEND_BACK", matching: {}, sendBack: mailed });
      expect(await response.json()).toMatchObject({ error: { fields: { "sendBack.address": "tooLarge" } } });
    });
  });

  it("hides and unhides; a deletion is marked with its date and cannot be undone", async () => {
    const as = await makeWriter();
    const row = await makeDocumentation(as.customerId, { status: "COMPLETED" });
    const hideJob = await runChange(as, { change: "HIDE", ids: [row.id] });
    expect(await readRow(row.id)).toMatchObject({ hidden: true });
    const undoJob = await jsonOf<JobStatus>(
      call("POST", `/documentation/undoBulkChange/${hideJob.id}`, { as }),
    );
    await runJobToEnd(envWithoutQueue, databaseOf(envWithoutQueue), undoJob.id, bulkUndoKind);
    expect(await readRow(row.id)).toMatchObject({ hidden: false, version: 3 });
    expect((await listEvents(row.id)).map(({ type }) => type).sort()).toEqual(["HIDDEN", "VISIBLE"]);
    const deleteJob = await runChange(as, { change: "DELETE", ids: [row.id] });
    expect(await readRow(row.id)).toMatchObject({
      status: "DELETED",
      dateDeleted: expect.stringMatching(/Z$/),
    });
    expect((await call("POST", `/documentation/undoBulkChange/${deleteJob.id}`, { as })).status).toBe(422);
    expect((await call("GET", `/documentations/${row.id}`, { as })).status).toBe(404);
    expect((await call("GET", `/documentations/${row.id}`, { as: await makeSuperAdmin() })).status).toBe(200);
  });

  it("design§Jobs resumes where a step ended, and does not change documentations created later", async () => {
    const as = await makeWriter();
    const documentations = [];
    for (let index = 0; index < 7; index += 1) documentations.push(await makeDocumentation(as.customerId));
    const { id } = await jsonOf<JobStatus>(startChange(as, { change: "HIDE", matching: {} }));
    const lateDocumentation = await makeDocumentation(as.customerId);
    const kinds = { bulkChange: createBulkChangeKind({ rowsPerBatch: 2, millisecondsPerStep: 0 }) };
    const readJob = async () => (await db().select().from(job).where(eq(job.id, id)).get())!;
    let stepCount = 0;
    for (; (await readJob()).state !== "DONE" && stepCount < 20; stepCount += 1)
      await runJob(envWithoutQueue, databaseOf(envWithoutQueue), id, kinds);
    expect(stepCount).toBe(4);
    expect((await readJob()).result).toMatchObject({ included: 7, missing: 0 });
    for (const row of documentations)
      expect((await listEvents(row.id)).map(({ type }) => type)).toEqual(["HIDDEN"]);
    expect((await readRow(lateDocumentation.id)).hidden).toBe(false);
  });
});
