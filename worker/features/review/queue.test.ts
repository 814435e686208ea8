import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { addSeconds } from "#domain/core/fields.ts";
import { documentationSorts } from "#domain/documentation/columns.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import type { ReviewQueue } from "#domain/endpoints/review/reviewQueue.ts";
import {
  customerDocumentationStatus,
  documentation,
  domainChange,
  reviewClaim,
} from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeTemplate,
} from "#worker/testing/factories.ts";

const roles = ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE"] as const;
const makeReviewer = (customerId?: number) =>
  makeCaller({ roles, ...(customerId !== undefined && { customerId }) });
type Params = Record<string, string>;
const fetchQueue = (as: Caller, params: Params = {}) =>
  jsonOf<ReviewQueue>(call("GET", `/documentation/reviewQueue?${new URLSearchParams(params)}`, { as }));
const fetchIds = async (as: Caller, params: Params) =>
  (
    await jsonOf<{ items: { id: string }[] }>(
      call("GET", `/documentations?${new URLSearchParams(params)}`, { as }),
    )
  ).items.map(({ id }) => id);
const claim = (as: Caller, id: string) =>
  jsonOf<{ reviewer: string | null }>(call("POST", `/documentation/claimReview/${id}`, { as }));
const approve = (as: Caller, { id, version }: { id: string; version: number }) =>
  jsonOf<DocumentationDetails>(call("PUT", `/documentation/approve/${id}`, { as, body: { version } }));
const undo = (as: Caller, { id, version }: { id: string; version: number }) =>
  call("PUT", `/documentation/undoStatus/${id}`, { as, body: { version } });
const undoTo = (as: Caller, { id, version }: { id: string; version: number }, status: string) =>
  call("PUT", `/documentation/undoStatus/${id}`, { as, body: { version, status } });
const readCode = async (responsePromise: Promise<Response>) =>
  (await jsonOf<{ error: { code: string } }>(responsePromise)).error.code;
const grant = (customerId: number) =>
  db().insert(customerDocumentationStatus).values({ customerId, status: "APPROVED" });

/** Five documentations of two templates, with equal and missing values. */
async function makeVisits() {
  const as = await makeReviewer();
  const { customerId } = as;
  const [first, second] = [await makeTemplate(customerId), await makeTemplate(customerId)];
  const documentations = [];
  for (const [name, templateId, creator, dateCreated, dateUploaded] of [
    ["Mast 1", first.id, "Åsa", "2026-05-04T08:00:00Z", null],
    ["mast 1", second.id, "Bo", "2026-05-04T08:00:00Z", "2026-05-05T08:00:00Z"],
    ["Mast 2", first.id, "Åsa", "2026-05-03T08:00:00Z", "2026-05-05T08:00:00Z"],
    ["Brygga", second.id, "Åsa", "2026-05-06T08:00:00Z", null],
    ["Tunnel", first.id, "Bo", "2026-05-02T08:00:00Z", "2026-05-02T09:00:00Z"],
  ] as const)
    documentations.push(
      await makeDocumentation(customerId, { name, templateId, creator, dateCreated, dateUploaded }),
    );
  return { as, visits: documentations, firstTemplate: first };
}

it("2§4 several status changes are undone one by one, also after an undo, and only one's own", async () => {
  const as = await makeReviewer();
  for (const status of ["HANDLED", "PAUSED"] as const)
    await db().insert(customerDocumentationStatus).values({ customerId: as.customerId, status });
  const { id, version } = await makeDocumentation(as.customerId, { status: "COMPLETED" });
  const change = (status: string, changedVersion: number) =>
    jsonOf<DocumentationDetails>(
      call("PUT", `/documentation/changeStatus/${id}`, { as, body: { status, version: changedVersion } }),
    );
  const handled = await change("HANDLED", version);
  const paused = await change("PAUSED", handled.version);
  expect(paused.status).toBe("PAUSED");
  const undone = await jsonOf<DocumentationDetails>(undoTo(as, paused, "HANDLED"));
  expect(undone.status).toBe("HANDLED");
  expect(await readCode(undoTo(as, paused, "COMPLETED"))).toBe("staleVersion");
  expect(await readCode(undoTo(as, undone, "APPROVED"))).toBe("ruleBroken");
  const other = await makeReviewer(as.customerId);
  expect(await readCode(undoTo(other, undone, "COMPLETED"))).toBe("ruleBroken");
  expect((await jsonOf<DocumentationDetails>(undoTo(as, undone, "COMPLETED"))).status).toBe("COMPLETED");
});

describe("2§2 a list as a queue", () => {
  it("steps through every order of the list in both directions, and reports the position", async () => {
    const { as } = await makeVisits();
    for (const sort of documentationSorts)
      for (const order of ["asc", "desc"]) {
        const ids = await fetchIds(as, { sort, order });
        expect((await fetchQueue(as, { sort, order })).next?.id).toBe(ids[0]);
        for (const [index, id] of ids.entries()) {
          const { position, total, previous, next } = await fetchQueue(as, { sort, order, at: id });
          expect([sort, order, position, total, previous?.id, next?.id]).toEqual([
            sort,
            order,
            index + 1,
            ids.length,
            ids[index - 1],
            ids[index + 1],
          ]);
        }
      }
  });

  it("keeps to its filter, and to the position of a documentation that no longer matches it", async () => {
    const { as, visits, firstTemplate } = await makeVisits();
    await grant(as.customerId);
    const filter = {
      templateFilter: firstTemplate.id,
      statusFilter: "COMPLETED",
      sort: "name",
      order: "asc",
    };
    const [first, second, third] = await fetchIds(as, filter);
    expect(visits.find(({ id }) => id === second)?.name).toBe("Mast 2");
    await approve(as, visits.find(({ id }) => id === second)!);
    expect(await fetchQueue(as, { ...filter, at: second! })).toMatchObject({
      position: null,
      total: 2,
      previous: { id: first },
      next: { id: third },
    });
  });

  it("on request skips what is assigned to others, counts it, and keeps its own and nobody's", async () => {
    const { as, visits } = await makeVisits();
    const other = await makeReviewer(as.customerId);
    const assign = (index: number, { userId }: Caller) =>
      db().update(documentation).set({ assigneeId: userId }).where(eq(documentation.id, visits[index]!.id));
    await assign(0, other);
    await assign(2, as);
    await assign(3, other);
    const [mast, , ownVisit] = visits;
    const fetchNames = async (params: Params) => {
      const { total, assignedToOthers, next, previous } = await fetchQueue(as, params);
      return { total, assignedToOthers, next: next?.name, previous: previous?.name };
    };
    const byName = { sort: "name", order: "asc" };
    expect(await fetchNames(byName)).toMatchObject({ total: 5, assignedToOthers: 2, next: "Brygga" });
    const skipping = { ...byName, skipAssigned: "true" };
    expect(await fetchNames(skipping)).toMatchObject({ total: 3, assignedToOthers: 2, next: "mast 1" });
    expect(await fetchQueue(as, { ...skipping, at: ownVisit!.id })).toMatchObject({
      ...{ total: 3, position: 2, previous: { name: "mast 1" }, next: { name: "Tunnel" } },
    });
    // The open documentation is assigned to somebody else, so it has no position in the queue.
    expect(await fetchQueue(as, { ...skipping, at: mast!.id })).toMatchObject({ position: null, total: 3 });
    // A filter by assignee is a choice of its own.
    expect(await fetchNames({ ...skipping, assigneeFilter: String(other.userId) })).toMatchObject({
      ...{ total: 2, assignedToOthers: 0, next: "Brygga" },
    });
  });

  it("reveals nothing about other customers' or hidden documentations", async () => {
    const { as, visits } = await makeVisits();
    const otherVisits = await makeVisits();
    const hiddenDocumentation = await makeDocumentation(as.customerId, { name: "Zebra", hidden: true });
    expect(
      (await call("GET", `/documentation/reviewQueue?at=${otherVisits.visits[0]!.id}`, { as })).status,
    ).toBe(404);
    expect(await fetchQueue(as, { sort: "name", order: "asc", at: visits[4]!.id })).toMatchObject({
      next: null,
    });
    expect(
      await fetchQueue(as, { sort: "name", order: "asc", at: visits[4]!.id, showHidden: "true" }),
    ).toMatchObject({
      next: { id: hiddenDocumentation.id },
    });
  });
});

describe("2§4 two reviewers", () => {
  it("skip each other's claimed documentations until the claim is released or has expired", async () => {
    const { as } = await makeVisits();
    const otherReviewer = await makeReviewer(as.customerId);
    const order = { sort: "name", order: "asc" };
    const [first, second, third] = await fetchIds(as, order);
    expect(await claim(as, first!)).toMatchObject({ reviewer: null });
    expect(await claim(as, first!)).toMatchObject({ reviewer: null });
    const [claimRow] = await db().select().from(reviewClaim).where(eq(reviewClaim.documentationId, first!));
    expect(await claim(otherReviewer, first!)).toMatchObject({
      reviewer: claimRow!.creator,
      expires: claimRow!.expiresAt,
    });
    expect((await fetchQueue(otherReviewer, order)).next?.id).toBe(second);
    expect((await fetchQueue(as, order)).next?.id).toBe(first);
    expect((await fetchQueue(otherReviewer, { ...order, at: first! })).reviewer).toBe(claimRow!.creator);
    expect((await fetchQueue(otherReviewer, { ...order, at: second! })).previous).toBeNull();
    expect((await fetchQueue(otherReviewer, { ...order, at: second! })).position).toBe(2);
    // Users cannot end another user's claim.
    await call("POST", `/documentation/releaseReview/${first}`, { as: otherReviewer });
    expect((await fetchQueue(otherReviewer, order)).next?.id).toBe(second);
    await call("POST", `/documentation/releaseReview/${first}`, { as });
    expect((await fetchQueue(otherReviewer, order)).next?.id).toBe(first);
    await claim(as, third!);
    await db()
      .update(reviewClaim)
      .set({ expiresAt: addSeconds(-1) })
      .where(eq(reviewClaim.documentationId, third!));
    expect((await fetchQueue(otherReviewer, { ...order, at: second! })).next?.id).toBe(third);
    expect(await claim(otherReviewer, third!)).toMatchObject({ reviewer: null });
    expect(await claim(as, third!)).not.toMatchObject({ reviewer: null });
  });

  it("claim without blocking changes, and delete expired claims with a new one", async () => {
    const { as, visits } = await makeVisits();
    const otherReviewer = await makeReviewer(as.customerId);
    await grant(as.customerId);
    await claim(as, visits[0]!.id);
    await db()
      .update(reviewClaim)
      .set({ expiresAt: "2020-01-01T00:00:00Z" })
      .where(eq(reviewClaim.documentationId, visits[0]!.id));
    await claim(as, visits[1]!.id);
    const claims = await db().select().from(reviewClaim).where(eq(reviewClaim.customerId, as.customerId));
    expect(claims.map(({ documentationId }) => documentationId)).toEqual([visits[1]!.id]);
    expect((await approve(otherReviewer, visits[1]!)).status).toBe("APPROVED");
  });
});

describe("2§4 undoing a status change", () => {
  it("is possible for the user who set it while nothing else has changed, with an event and an audit entry", async () => {
    const { as, visits } = await makeVisits();
    await grant(as.customerId);
    const approvedDocumentation = await approve(as, visits[0]!);
    const undoneDocumentation = await jsonOf<DocumentationDetails>(undo(as, approvedDocumentation));
    expect(undoneDocumentation).toMatchObject({
      status: "COMPLETED",
      version: approvedDocumentation.version + 1,
    });
    const auditEntries = await db()
      .select()
      .from(domainChange)
      .where(eq(domainChange.objectId, undoneDocumentation.id));
    expect(auditEntries.map(({ params }) => params)).toEqual([
      { status: { before: "COMPLETED", after: "APPROVED" } },
      { status: { before: "APPROVED", after: "COMPLETED" } },
    ]);
    expect(await readCode(undo(as, approvedDocumentation))).toBe("staleVersion");
  });

  it("is refused for another user, after another change, and after a day", async () => {
    const { as, visits } = await makeVisits();
    const otherReviewer = await makeReviewer(as.customerId);
    await grant(as.customerId);
    expect(await readCode(undo(as, visits[0]!))).toBe("ruleBroken");
    expect(await readCode(undo(otherReviewer, await approve(as, visits[0]!)))).toBe("ruleBroken");
    const olderDocumentation = await makeDocumentation(as.customerId, { status: "APPROVED" });
    await db()
      .insert(domainChange)
      .values({
        dateCreated: addSeconds(-25 * 3600),
        userId: as.userId,
        customerId: as.customerId,
        objectClass: "siteproof.Documentation",
        objectId: olderDocumentation.id,
        action: "UPDATE",
        params: { status: { before: "COMPLETED", after: "APPROVED" } },
      });
    expect(await readCode(undo(as, olderDocumentation))).toBe("ruleBroken");
    const renamedDocumentation = await jsonOf<DocumentationDetails>(
      call("PUT", `/documentation/rename/${visits[1]!.id}`, {
        as,
        body: { name: "Other", version: visits[1]!.version },
      }),
    );
    expect(await readCode(undo(as, renamedDocumentation))).toBe("ruleBroken");
  });
});
