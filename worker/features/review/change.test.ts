import { and, asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Authority } from "#domain/access/authorities.ts";
import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import {
  customerDocumentationStatus,
  documentationAlias,
  documentationEvent,
  documentationTask,
  domainChange,
  expectedAnswer,
  expectedAnswerList,
  unexpectedAnswerEvent,
} from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeSuperAdmin,
} from "#worker/testing/factories.ts";

const roles: Authority[] = ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE", "ROLE_EDIT_DOCUMENTATION"];
const makeStaff = () => makeCaller({ roles });
const readProblem = async (responsePromise: Promise<Response>) => {
  const response = await responsePromise;
  return [response.status, (await jsonOf<{ error: { code: string; fields?: object } }>(response)).error];
};
const listEvents = (documentationId: string) =>
  db()
    .select({
      type: documentationEvent.type,
      params: documentationEvent.params,
      creator: documentationEvent.creator,
    })
    .from(documentationEvent)
    .where(eq(documentationEvent.documentationId, documentationId))
    .orderBy(asc(documentationEvent.eventDate));
const listAuditEntries = (objectId: string) =>
  db().select().from(domainChange).where(eq(domainChange.objectId, objectId)).orderBy(asc(domainChange.id));

const changeDocumentation = (as: Caller, name: string, id: string, body: object) =>
  call("PUT", `/documentation/${name}/${id}`, { as, body });
const grant = (customerId: number, ...statuses: string[]) =>
  db()
    .insert(customerDocumentationStatus)
    .values(statuses.map((status) => ({ customerId, status })));

describe("a documentation", () => {
  it("2§4 can be renamed, hidden and unhidden, each with an event and one audit entry", async () => {
    const as = await makeStaff();
    const row = await makeDocumentation(as.customerId, { name: "Mast 1" });
    await db()
      .insert(documentationAlias)
      .values({ customerId: as.customerId, name: "Mast 2", alias: "The second" });
    const renamedDocumentation = await jsonOf<DocumentationDetails>(
      changeDocumentation(as, "rename", row.id, { name: " Mast 2 ", version: row.version }),
    );
    expect(renamedDocumentation).toMatchObject({
      name: "Mast 2",
      alias: "The second",
      version: row.version + 1,
    });
    // Saving the same name again changes nothing.
    expect(
      await jsonOf(
        changeDocumentation(as, "rename", row.id, { name: "Mast 2", version: renamedDocumentation.version }),
      ),
    ).toEqual(renamedDocumentation);
    const hiddenDocumentation = await jsonOf<DocumentationDetails>(
      changeDocumentation(as, "toggleHidden", row.id, { version: renamedDocumentation.version }),
    );
    expect(hiddenDocumentation.hidden).toBe(true);
    expect(
      await jsonOf(changeDocumentation(as, "toggleHidden", row.id, { version: hiddenDocumentation.version })),
    ).toMatchObject({
      hidden: false,
    });
    const events = await listEvents(row.id);
    expect(events.map(({ type, params }) => [type, params])).toEqual([
      ["RENAMED", { from: "Mast 1", to: "Mast 2" }],
      ["HIDDEN", {}],
      ["VISIBLE", {}],
    ]);
    const auditEntries = await listAuditEntries(row.id);
    expect(auditEntries.map(({ userId, params }) => [userId, params])).toEqual([
      [as.userId, { name: { before: "Mast 1", after: "Mast 2" } }],
      [as.userId, { hidden: { before: false, after: true } }],
      [as.userId, { hidden: { before: true, after: false } }],
    ]);
  });

  it("2§4 accepts the next statuses that its customer has; a super admin is not limited to those", async () => {
    const as = await makeStaff();
    const row = await makeDocumentation(as.customerId);
    const changeStatus = (status: string, version: number, caller = as) =>
      changeDocumentation(caller, "changeStatus", row.id, { status, version });
    expect(await readProblem(changeStatus("APPROVED", 1))).toMatchObject([422, { code: "ruleBroken" }]);
    await grant(as.customerId, "APPROVED", "PAUSED");
    for (const status of ["HANDLED", "COMPLETED", "DELETED", "ONGOING", "WAITING_FOR_FILE"])
      expect(await readProblem(changeStatus(status, 1))).toMatchObject([422, { code: "ruleBroken" }]);
    expect(await jsonOf(changeDocumentation(as, "approve", row.id, { version: 1 }))).toMatchObject({
      status: "APPROVED",
    });
    expect(await readProblem(changeStatus("HANDLED", 2))).toMatchObject([422, { code: "ruleBroken" }]);
    expect(await jsonOf(changeStatus("PAUSED", 2))).toMatchObject({ status: "PAUSED", version: 3 });
    expect(await readProblem(changeStatus("APPROVED", 3))).toMatchObject([422, { code: "ruleBroken" }]);
    const otherDocumentation = await makeDocumentation(as.customerId);
    expect(
      await jsonOf(
        changeDocumentation(await makeSuperAdmin(), "changeStatus", otherDocumentation.id, {
          status: "HANDLED",
          version: 1,
        }),
      ),
    ).toMatchObject({ status: "HANDLED" });
    const events = await listEvents(row.id);
    expect(events.map(({ type, params }) => [type, params.status])).toEqual([
      ["STATUS_CHANGED", "APPROVED"],
      ["STATUS_CHANGED", "PAUSED"],
    ]);
  });

  it("issue5 is saved by one of two simultaneous reviewers; the other is refused and leaves no trace", async () => {
    const firstReviewer = await makeStaff();
    const secondReviewer = await makeCaller({ customerId: firstReviewer.customerId, roles });
    const row = await makeDocumentation(firstReviewer.customerId);
    const responses = await Promise.all([
      changeDocumentation(firstReviewer, "rename", row.id, { name: "By one", version: 1 }),
      changeDocumentation(secondReviewer, "rename", row.id, { name: "By two", version: 1 }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(
      await readProblem(changeDocumentation(firstReviewer, "toggleHidden", row.id, { version: 1 })),
    ).toMatchObject([422, { code: "staleVersion" }]);
    expect(await listEvents(row.id)).toHaveLength(1);
    expect(await listAuditEntries(row.id)).toHaveLength(1);
  });

  it("2§4 cannot be changed once deleted, and 2§6 not by another customer or without the role", async () => {
    const as = await makeStaff();
    const [deletedDocumentation, row] = [
      await makeDocumentation(as.customerId, { status: "DELETED" }),
      await makeDocumentation(as.customerId),
    ];
    const reader = await makeCaller({ customerId: as.customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    for (const [name, body] of [
      ["rename", { name: "x", version: 1 }],
      ["toggleHidden", { version: 1 }],
      ["changeStatus", { status: "APPROVED", version: 1 }],
      ["approve", { version: 1 }],
    ] as const) {
      expect([name, (await changeDocumentation(as, name, deletedDocumentation.id, body)).status]).toEqual([
        name,
        404,
      ]);
      expect([
        name,
        (
          await readProblem(changeDocumentation(await makeSuperAdmin(), name, deletedDocumentation.id, body))
        )[1],
      ]).toMatchObject([name, { code: "ruleBroken" }]);
      expect([name, (await changeDocumentation(await makeStaff(), name, row.id, body)).status]).toEqual([
        name,
        404,
      ]);
      expect([name, (await changeDocumentation(reader, name, row.id, body)).status]).toEqual([name, 403]);
    }
    expect(await listEvents(row.id)).toEqual([]);
  });

  it("2§7 has exports whose entity tag changes with their content", async () => {
    const as = await makeStaff();
    const row = await makeDocumentation(as.customerId, { lastUpdated: "2026-01-01T00:00:00Z" });
    const readTag = async () =>
      (await call("GET", `/documentation/downloadZipFile/${row.id}`, { as })).headers.get("etag");
    const initialTag = await readTag();
    expect(await readTag()).toBe(initialTag);
    await changeDocumentation(as, "rename", row.id, { name: "Another mast", version: 1 });
    expect(await readTag()).not.toBe(initialTag);
  });
});

async function setUp(
  as: Caller,
  overrides: Partial<typeof documentationTask.$inferInsert> = {},
  status: DocumentationStatus = "COMPLETED",
) {
  const row = await makeDocumentation(as.customerId, { status, lastUpdated: "2026-01-01T00:00:00Z" });
  const [task] = await db()
    .insert(documentationTask)
    .values({
      customerId: as.customerId,
      documentationId: row.id,
      name: "Depth",
      type: "DECIMAL",
      ...overrides,
    })
    .returning();
  return { row, task: task! };
}
const correct = (as: Caller, id: string, answer: string | null, version = 1) =>
  call("PUT", `/documentationTasks/${id}`, { as, body: { answer, version } });

describe("an answer", () => {
  it("2§5 can be corrected by the rules of its type, with an event that has the old value and an audit entry", async () => {
    const as = await makeStaff();
    const { row, task } = await setUp(as, { answer: "1.5" });
    expect(await jsonOf(correct(as, task.id, " 2,25 "))).toMatchObject({
      id: task.id,
      answer: "2.25",
      version: 2,
      preconditions: [],
      unexpectedAnswerEvents: [],
    });
    expect(await readProblem(correct(as, task.id, "deep", 2))).toMatchObject([
      422,
      { code: "invalid", fields: { answer: "notNumber" } },
    ]);
    expect((await listEvents(row.id)).map(({ type, params }) => [type, params])).toEqual([
      ["TASK_EDIT", { change: "ANSWER_EDITED", task: "Depth", from: "1.5", to: "2.25" }],
    ]);
    expect(await listAuditEntries(task.id)).toMatchObject([
      {
        objectClass: "siteproof.DocumentationTask",
        action: "UPDATE",
        params: { answer: { before: "1.5", after: "2.25" } },
      },
    ]);
    const details = await jsonOf<DocumentationDetails>(call("GET", `/documentations/${row.id}`, { as }));
    expect(details.version).toBe(row.version);
    expect((details.lastUpdated ?? "") > "2026-01-01T00:00:00Z").toBe(true);
  });

  it("2§5 cannot be cleared if it is required", async () => {
    const as = await makeStaff();
    const { task } = await setUp(as, { answer: "1", required: "YES" });
    expect(await readProblem(correct(as, task.id, ""))).toMatchObject([
      422,
      { fields: { answer: "required" } },
    ]);
    const optionalSetup = await setUp(as, { answer: "1" });
    expect(await jsonOf(correct(as, optionalSetup.task.id, null))).toMatchObject({ answer: null });
  });

  it("2§3 of contact persons must fill in the required columns", async () => {
    const as = await makeStaff();
    const { task } = await setUp(as, {
      type: "CONTACT_PERSONS",
      params: { columns: "Namn;Telefon", requiredColumns: "Namn" },
    });
    expect(await readProblem(correct(as, task.id, ";070"))).toMatchObject([
      422,
      { fields: { answer: "required" } },
    ]);
    expect(await jsonOf(correct(as, task.id, "Alva;070\n\n"))).toMatchObject({ answer: "Alva;070" });
  });

  it("2§2 loses a warning when it becomes the expected answer or an answer from the list", async () => {
    const as = await makeStaff();
    const { customerId } = as;
    const { task } = await setUp(as, { type: "ZEBRA_SCANNER", answer: "KS-999" });
    const [list] = await db().insert(expectedAnswerList).values({ customerId, name: "Cabinets" }).returning();
    await db()
      .insert(expectedAnswer)
      .values({ customerId, expectedAnswerListId: list!.id, answer: "KS-204" });
    const warning = { customerId, taskId: task.id, expectedAnswer: "KS-118" };
    await db()
      .insert(unexpectedAnswerEvent)
      .values([
        { ...warning, expectedAnswerListName: "Cabinets" },
        { ...warning, expectedAnswerListName: "Somewhere else" },
      ]);
    const readWarningsAfter = async (answer: string | null, version: number) =>
      (
        await jsonOf<{ unexpectedAnswerEvents: { expectedAnswerListName: string }[] }>(
          correct(as, task.id, answer, version),
        )
      ).unexpectedAnswerEvents.map(({ expectedAnswerListName }) => expectedAnswerListName);
    expect((await readWarningsAfter("KS-998", 1)).sort()).toEqual(["Cabinets", "Somewhere else"]);
    expect(await readWarningsAfter("KS-204", 2)).toEqual(["Somewhere else"]);
    expect(await readWarningsAfter("KS-118", 3)).toEqual([]);
  });

  it("2§2 F8 mailpit#239 a warning disappears when every value of the answer is in the list, in any case of any alphabet", async () => {
    const as = await makeStaff();
    const { customerId } = as;
    const { task } = await setUp(as, { type: "MULTI_CHOICE_SUGGESTION", answer: "Plast" });
    const [list] = await db()
      .insert(expectedAnswerList)
      .values({ customerId, name: "Materials" })
      .returning();
    const expectedAnswerListId = list!.id;
    await db()
      .insert(expectedAnswer)
      .values(["Rör", "Жук", "Stål"].map((answer) => ({ customerId, expectedAnswerListId, answer })));
    await db()
      .insert(unexpectedAnswerEvent)
      .values({
        ...{ customerId, taskId: task.id, expectedAnswer: "Rör; Stål; Жук" },
        expectedAnswerListName: "Materials",
      });
    const countWarnings = async (answer: string, version: number) =>
      (await jsonOf<{ unexpectedAnswerEvents: object[] }>(correct(as, task.id, answer, version)))
        .unexpectedAnswerEvents.length;
    expect(await countWarnings("RÖR;Plast", 1)).toBe(1);
    expect(await countWarnings("RÖR;жук", 2)).toBe(0);
  });

  it("issue5 accepts one of two simultaneous corrections and refuses the other", async () => {
    const as = await makeStaff();
    const { row, task } = await setUp(as, { answer: "1" });
    const responses = await Promise.all([correct(as, task.id, "2"), correct(as, task.id, "3")]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    const staleResponse = responses.find(({ status }) => status === 422)!;
    expect(await jsonOf(staleResponse)).toMatchObject({ error: { code: "staleVersion" } });
    expect(await listEvents(row.id)).toHaveLength(1);
  });

  it("2§6 can be corrected only with ROLE_EDIT_DOCUMENTATION, in its own customer, and in a documentation that is not deleted", async () => {
    const as = await makeStaff();
    const { task } = await setUp(as);
    const writer = await makeCaller({
      customerId: as.customerId,
      roles: ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE"],
    });
    expect((await correct(writer, task.id, "1")).status).toBe(403);
    expect((await correct(await makeStaff(), task.id, "1")).status).toBe(404);
    const deletedDocumentation = await setUp(as, {}, "DELETED");
    expect((await correct(as, deletedDocumentation.task.id, "1")).status).toBe(404);
    expect((await correct(await makeSuperAdmin(), deletedDocumentation.task.id, "1")).status).toBe(422);
    const photoSetup = await setUp(as, { type: "PHOTO" });
    expect(await readProblem(correct(as, photoSetup.task.id, "x"))).toMatchObject([
      422,
      { fields: { answer: "notAllowed" } },
    ]);
    const rows = await db()
      .select()
      .from(documentationTask)
      .where(and(eq(documentationTask.id, task.id), eq(documentationTask.version, 1)));
    expect(rows).toHaveLength(1);
  });
});
