import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Authority } from "#domain/access/authorities.ts";
import { addDays, today } from "#domain/core/calendar/days.ts";
import type { NoticeRow } from "#domain/endpoints/account/notice.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import type { AssignableUser } from "#domain/endpoints/review/assign.ts";
import type { JobStatus } from "#domain/endpoints/shared/job.ts";
import { databaseOf } from "#worker/db/database.ts";
import { documentation, documentationEvent } from "#worker/db/schema/index.ts";
import { runJobToEnd } from "#worker/jobs/runJob.ts";
import {
  type Caller,
  call,
  db,
  envWithoutQueue,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeSuperAdmin,
  uniqueName,
} from "#worker/testing/factories.ts";
import { bulkChangeKind, bulkUndoKind } from "../documentationList/bulk/bulkChangeJob.ts";

const reviewerRoles: Authority[] = ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE"];
async function makeReviewer(customerId?: number, roles = reviewerRoles) {
  const username = uniqueName("reviewer");
  const caller = await makeCaller({ roles, username, ...(customerId !== undefined && { customerId }) });
  return { ...caller, username };
}
const assign = (as: Caller, id: string, body: object) =>
  call("PUT", `/documentation/assign/${id}`, { as, body });
const fieldsOf = async (response: Promise<Response>) =>
  (await jsonOf<{ error: { fields: object } }>(response)).error.fields;
const listNotices = async (as: Caller) =>
  (await jsonOf<{ items: NoticeRow[] }>(call("GET", "/notices", { as }))).items
    .filter(({ kind }) => kind === "ASSIGNED")
    .map(({ documentationId, params }) => ({ documentationId, ...params }));
const listIds = async (as: Caller, query: string) =>
  (await jsonOf<{ items: { id: string }[] }>(call("GET", `/documentations?${query}`, { as }))).items.map(
    ({ id }) => id,
  );
const runBulk = async (as: Caller, path: string, body: object, kind: Parameters<typeof runJobToEnd>[3]) => {
  const { id } = await jsonOf<JobStatus>(call("POST", `/documentation/${path}`, { as, body }));
  await runJobToEnd(envWithoutQueue, databaseOf(envWithoutQueue), id, kind);
  return jsonOf<JobStatus>(call("GET", `/job/${id}`, { as }));
};
const readAssignments = async (customerId: number) =>
  db()
    .select({ id: documentation.id, assigneeId: documentation.assigneeId, dueDay: documentation.dueDay })
    .from(documentation)
    .where(eq(documentation.customerId, customerId))
    .orderBy(documentation.seq);

describe("2§4 a documentation is assigned to a reviewer", () => {
  it("2§2 with a day, a notice and an event; the list finds it by assignee and once it is late", async () => {
    const as = await makeReviewer();
    const colleague = await makeReviewer(as.customerId);
    const [yesterday, tomorrow] = [addDays(today(), -1), addDays(today())];
    const { id, lastUpdated } = await makeDocumentation(as.customerId, { status: "COMPLETED" });
    const other = await makeDocumentation(as.customerId, { status: "COMPLETED" });
    const assigned = await jsonOf<DocumentationDetails>(
      assign(as, id, { assigneeId: colleague.userId, dueDay: tomorrow, version: 1 }),
    );
    expect(assigned).toMatchObject({ assigneeName: colleague.username, dueDay: tomorrow, version: 2 });
    // Exports do not contain the assignment, so their content is unchanged.
    expect(assigned.lastUpdated).toBe(lastUpdated);
    expect(await listNotices(colleague)).toEqual([{ documentationId: id, by: as.username, day: tomorrow }]);
    expect(await listIds(as, `assigneeFilter=${colleague.userId}`)).toEqual([id]);
    expect(await listIds(as, "assigneeFilter=NOBODY")).toEqual([other.id]);
    expect(await listIds(as, "attentionFilter=LATE_REVIEW")).toEqual([]);
    const counts = await jsonOf<{ items: object[] }>(
      call("GET", "/documentation/filterCounts?filter=assigneeFilter", { as }),
    );
    expect(counts.items).toEqual([
      { choice: String(colleague.userId), documentations: 1 },
      { choice: "NOBODY", documentations: 1 },
    ]);

    await assign(as, id, { assigneeId: as.userId, dueDay: yesterday, version: 2 });
    expect([await listNotices(colleague), await listNotices(as)]).toEqual([[], []]);
    expect(await listIds(as, "attentionFilter=LATE_REVIEW")).toEqual([id]);
    await db().update(documentation).set({ status: "APPROVED" }).where(eq(documentation.id, id));
    expect(await listIds(as, "attentionFilter=LATE_REVIEW")).toEqual([]);

    await assign(as, id, { assigneeId: null, version: 3 });
    const events = await db()
      .select({ params: documentationEvent.params })
      .from(documentationEvent)
      .where(and(eq(documentationEvent.documentationId, id), eq(documentationEvent.type, "ASSIGNED")));
    expect(events.map(({ params }) => params)).toEqual([
      { to: colleague.username, day: tomorrow },
      { to: as.username, day: yesterday },
      {},
    ]);
  });

  it("2§6 by and to users of its customer who may review, and only at its current version", async () => {
    const as = await makeReviewer();
    const [reader, stranger] = [
      await makeReviewer(as.customerId, ["ROLE_DOCUMENTATION_READ"]),
      await makeReviewer(),
    ];
    const { id } = await makeDocumentation(as.customerId);
    for (const { userId } of [reader, stranger])
      expect(await fieldsOf(assign(as, id, { assigneeId: userId, version: 1 }))).toEqual({
        assigneeId: "notFound",
      });
    expect(await fieldsOf(assign(as, id, { assigneeId: null, dueDay: today(), version: 1 }))).toEqual({
      dueDay: "notAllowed",
    });
    expect(await fieldsOf(assign(as, id, { assigneeId: as.userId, dueDay: "soon", version: 1 }))).toEqual({
      dueDay: "invalid",
    });
    expect((await assign(reader, id, { assigneeId: as.userId, version: 1 })).status).toBe(403);
    expect((await assign(stranger, id, { assigneeId: stranger.userId, version: 1 })).status).toBe(404);
    expect((await assign(as, id, { assigneeId: as.userId, version: 7 })).status).toBe(422);
    const { items } = await jsonOf<{ items: AssignableUser[] }>(
      call("GET", "/documentation/findAssignableUsers", { as }),
    );
    expect(items.map(({ userId }) => userId)).toEqual([as.userId]);
    expect(
      (await call("GET", `/documentation/findAssignableUsers?customerId=${stranger.customerId}`, { as }))
        .status,
    ).toBe(403);
  });

  it.each(["is disabled", "moves to another customer"])("until the user %s", async (end) => {
    const as = await makeReviewer();
    const colleague = await makeReviewer(as.customerId);
    const { id } = await makeDocumentation(as.customerId);
    await assign(as, id, { assigneeId: colleague.userId, dueDay: today(), version: 1 });
    const change =
      end === "is disabled" ? { enabled: false } : { customerId: (await makeReviewer()).customerId };
    const admin = await makeSuperAdmin();
    const { version } = await jsonOf<{ version: number }>(
      call("GET", `/users/${colleague.userId}`, { as: admin }),
    );
    await call("PUT", `/users/${colleague.userId}`, { as: admin, body: { ...change, version } });
    expect(await readAssignments(as.customerId)).toEqual([{ id, assigneeId: null, dueDay: null }]);
  });
});

describe("2§4 documentations are assigned in bulk", () => {
  it("shared evenly; those that a reviewer already has or reviews stay with them; one notice each; undone as a whole", async () => {
    const as = await makeReviewer();
    const [anna, bo] = [await makeReviewer(as.customerId), await makeReviewer(as.customerId)];
    const rows: { id: string }[] = [];
    for (let count = 0; count < 6; count += 1)
      rows.push(await makeDocumentation(as.customerId, { status: "COMPLETED" }));
    await assign(as, rows[0]!.id, { assigneeId: bo.userId, dueDay: today(), version: 1 });
    await call("POST", `/documentation/claimReview/${rows[2]!.id}`, { as: bo });
    const { items } = await jsonOf<{ items: AssignableUser[] }>(
      call("GET", "/documentation/findAssignableUsers", { as }),
    );
    expect(items.map(({ userId, isReviewing }) => isReviewing && userId)).toEqual([bo.userId, false, false]);
    const before = await readAssignments(as.customerId);
    const request = {
      change: "ASSIGN",
      matching: {},
      assigneeIds: [anna.userId, bo.userId],
      dueDay: today(),
    };
    expect(await jsonOf(call("POST", "/documentation/countBulkChange", { as, body: request }))).toMatchObject(
      {
        changed: 5,
        unchanged: 1,
        refused: [],
      },
    );
    const job = await runBulk(as, "bulkChange", { ...request, expected: 5 }, bulkChangeKind);
    expect(job.result).toEqual({ included: 5, missing: 1 });
    const [a, b] = [anna.userId, bo.userId];
    expect((await readAssignments(as.customerId)).map(({ assigneeId }) => assigneeId)).toEqual([
      ...[b, b, b, b, a, b],
    ]);
    expect(await listNotices(anna)).toEqual([
      { documentationId: null, by: as.username, count: "1", day: today(), assignee: String(a) },
    ]);
    await runBulk(as, `undoBulkChange/${job.id}`, {}, bulkUndoKind);
    expect(await readAssignments(as.customerId)).toEqual(before);
    expect([await listNotices(anna), (await listNotices(bo)).length]).toEqual([[], 1]);
  });

  it("refuses other customers' users and documentations, and fields that do not belong to the change", async () => {
    const [as, stranger] = [await makeReviewer(), await makeReviewer()];
    const customerDocumentation = await makeDocumentation(as.customerId);
    const foreign = await makeDocumentation(stranger.customerId);
    const count = (caller: Caller, body: object) =>
      call("POST", "/documentation/countBulkChange", { as: caller, body });
    const change = {
      change: "ASSIGN",
      ids: [customerDocumentation.id],
      assigneeIds: [as.userId, stranger.userId],
    };
    expect(await fieldsOf(count(as, change))).toEqual({ "assigneeIds.1": "notFound" });
    expect(await fieldsOf(count(as, { ...change, change: "HIDE" }))).toEqual({ assigneeIds: "notAllowed" });
    expect(await fieldsOf(count(as, { ...change, assigneeIds: [], dueDay: today() }))).toEqual({
      dueDay: "notAllowed",
    });
    expect(
      await jsonOf(
        count(await makeSuperAdmin(), {
          ...change,
          ids: [customerDocumentation.id, foreign.id],
          assigneeIds: [as.userId],
        }),
      ),
    ).toMatchObject({ changed: 1, refused: [{ reason: "otherCustomer", documentations: 1 }] });
  });
});
