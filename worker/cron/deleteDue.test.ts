import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { addSeconds } from "#domain/core/fields.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import type { DeleteTimeLimit } from "#domain/template/types.ts";
import {
  delivery,
  deliveryLink,
  documentation,
  documentationEvent,
  domainChange,
  exportDocument,
  retake,
  tempFile,
  template,
  upload,
} from "#worker/db/schema/index.ts";
import {
  listDeliveries,
  makeCompletedDocumentation,
  makeDestination,
  type TestDestination,
} from "#worker/features/delivery/testing/deliveries.ts";
import { listPhotoKeys } from "#worker/media/photoKeys.ts";
import {
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeDocumentation,
  uniqueName,
} from "#worker/testing/factories.ts";
import { makeRetake } from "#worker/testing/retakeTesting.ts";
import { makeStoredPhoto } from "#worker/testing/storedPhoto.ts";
import { deleteDue } from "./deleteDue.ts";

const daySeconds = 86_400;
const dateInDays = (days: number) => new Date(Date.now() + days * daySeconds * 1000);
const ownerColumns = ({ customerId, id }: { customerId: number; id: string }) => ({
  customerId,
  documentationId: id,
});
type Input = Partial<typeof documentation.$inferInsert>;
const makeDeletionFields = (deleteTimeLimit: DeleteTimeLimit, input: Input = {}): Input => ({
  ...{ deleteAutomatically: true, deleteTimeLimit },
  ...input,
});
const setStatus = (
  id: string,
  status: "COMPLETED" | "APPROVED" | "PAUSED" | "DELETED" | "WAITING_FOR_FILE",
) => db().update(documentation).set({ status }).where(eq(documentation.id, id));
const findDocumentation = (id: string) =>
  db().select().from(documentation).where(eq(documentation.id, id)).get();
const exists = async (id: string) => (await findDocumentation(id)) !== undefined;
/** Whole days from now, rounded. */
const daysUntil = (instant: string | null | undefined) =>
  instant ? Math.round((Date.parse(instant) - Date.now()) / 1000 / daySeconds) + 0 : instant;

const makeStaff = ({ customerId }: { customerId: number }) =>
  makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE"] });
const fetchDetails = async (row: { customerId: number; id: string }) =>
  jsonOf<DocumentationDetails>(call("GET", `/documentations/${row.id}`, { as: await makeStaff(row) }));
/** The blockers of a documentation's deletion, as shown to staff. */
const fetchBlockers = async (row: { customerId: number; id: string }) =>
  (await fetchDetails(row)).deletion!.blockers.map(({ type }) => type).sort();

describe("automatic deletion", () => {
  it("3§3 the due date is the time limit after completion; approval keeps it, other statuses clear it, and completing again restarts it", async () => {
    const { customerId } = await makeCaller();
    const limits = ["IMMEDIATELY", "DAY", "WEEK", "YEAR"] as const;
    const rows = await Promise.all(
      limits.map((limit) => makeDocumentation(customerId, makeDeletionFields(limit, { status: "ONGOING" }))),
    );
    expect(rows.map((row) => row.deleteAfter)).toEqual([null, null, null, null]);
    for (const { id } of rows) await setStatus(id, "COMPLETED");
    const dueDays = await Promise.all(
      rows.map(async ({ id }) => daysUntil((await findDocumentation(id))?.deleteAfter)),
    );
    expect(dueDays.slice(0, 3)).toEqual([0, 1, 7]);
    expect([365, 366]).toContain(dueDays[3]);
    const weekRow = rows[2]!;
    await db()
      .update(documentation)
      .set({ deleteAfter: addSeconds(3 * daySeconds) })
      .where(eq(documentation.id, weekRow.id));
    await setStatus(weekRow.id, "APPROVED");
    expect(daysUntil((await findDocumentation(weekRow.id))?.deleteAfter)).toBe(3);
    for (const status of ["PAUSED", "WAITING_FOR_FILE", "DELETED"] as const) {
      await setStatus(weekRow.id, status);
      expect((await findDocumentation(weekRow.id))?.deleteAfter).toBeNull();
      await setStatus(weekRow.id, "COMPLETED");
      expect(daysUntil((await findDocumentation(weekRow.id))?.deleteAfter)).toBe(7);
    }
    const unlimitedDocumentation = await makeDocumentation(customerId, { deleteAutomatically: true });
    const keptDocumentation = await makeDocumentation(customerId, { deleteTimeLimit: "DAY" });
    expect([
      await findDocumentation(unlimitedDocumentation.id),
      await findDocumentation(keptDocumentation.id),
    ]).toMatchObject([{ deleteAfter: null }, { deleteAfter: null }]);
    const completedDocumentation = await makeDocumentation(customerId, makeDeletionFields("MONTH"));
    expect([28, 29, 30, 31]).toContain(
      daysUntil((await findDocumentation(completedDocumentation.id))?.deleteAfter),
    );
  });

  it("3§3 deletes a documentation and its files when it is due and not before, with an audit entry by the service", async () => {
    const { customerId } = await makeCaller();
    const documentation = await makeDocumentation(customerId, makeDeletionFields("WEEK"));
    const otherDocumentation = await makeDocumentation(customerId);
    const storedPhoto = await makeStoredPhoto(documentation, new Uint8Array(100).fill(7));
    for (const key of listPhotoKeys(storedPhoto)) await env.STORAGE.put(key, "bytes");
    await deleteDue(env, db(), dateInDays(6.9));
    expect(await exists(documentation.id)).toBe(true);
    const details = await fetchDetails(documentation);
    expect(details).toMatchObject({ deletion: { limit: "WEEK", blockers: [] } });
    expect(daysUntil(details.deleteAfter)).toBe(7);
    expect(await deleteDue(env, db(), dateInDays(7.1))).toMatch(/^\d+ documentations deleted$/);
    expect([await exists(documentation.id), await exists(otherDocumentation.id)]).toEqual([false, true]);
    const remainingObjects = await Promise.all(
      listPhotoKeys(storedPhoto).map((key) => env.STORAGE.head(key)),
    );
    expect(remainingObjects.filter(Boolean)).toEqual([]);
    const entries = await db()
      .select()
      .from(domainChange)
      .where(and(eq(domainChange.objectId, documentation.id), eq(domainChange.action, "DELETE")));
    expect(entries).toMatchObject([
      {
        userId: -1,
        customerId,
        params: { name: { before: documentation.name }, deleteAfter: { before: details.deleteAfter } },
      },
    ]);
    expect(await deleteDue(env, db(), dateInDays(7.1))).toBe("");
  });

  it("3§3 requires that the template allows it at that time, and waits for the longer of both limits", async () => {
    const as = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE"] });
    const documentationRow = await makeDocumentation(
      as.customerId,
      makeDeletionFields("DAY", { status: "COMPLETED" }),
    );
    const setTemplate = (change: Partial<typeof template.$inferInsert>) =>
      db().update(template).set(change).where(eq(template.id, documentationRow.templateId));
    const listedDeleteAfter = async () =>
      (await jsonOf<{ items: { deleteAfter: string | null }[] }>(call("GET", "/documentations", { as })))
        .items[0]!.deleteAfter;
    await setTemplate({ deleteAutomatically: false });
    expect(await fetchDetails(documentationRow)).toMatchObject({ deletion: null, deleteAfter: null });
    expect(await listedDeleteAfter()).toBeNull();
    await deleteDue(env, db(), dateInDays(1000));
    expect(await exists(documentationRow.id)).toBe(true);

    await setTemplate({ deleteAutomatically: true, deleteTimeLimit: "WEEK" });
    const details = await fetchDetails(documentationRow);
    expect(details).toMatchObject({ deletion: { limit: "WEEK", blockers: [] } });
    expect([daysUntil(details.deleteAfter), daysUntil(await listedDeleteAfter())]).toEqual([7, 7]);
    await deleteDue(env, db(), dateInDays(6.9));
    expect(await exists(documentationRow.id)).toBe(true);
    await setTemplate({ deleteTimeLimit: "IMMEDIATELY" });
    expect(await fetchDetails(documentationRow)).toMatchObject({ deletion: { limit: "DAY" } });
    await deleteDue(env, db(), dateInDays(0.9));
    expect(await exists(documentationRow.id)).toBe(true);
    await deleteDue(env, db(), dateInDays(1.1));
    expect(await exists(documentationRow.id)).toBe(false);
  });

  it("3§3 deletes no documentation that is not completed", async () => {
    const { customerId } = await makeCaller();
    const statuses = ["ONGOING", "PAUSED", "DOWNLOADED", "WAITING_FOR_FILE", "DELETED"] as const;
    const documentation = await Promise.all(
      statuses.map((status) => makeDocumentation(customerId, makeDeletionFields("IMMEDIATELY", { status }))),
    );
    await deleteDue(env, db(), dateInDays(1000));
    expect(await Promise.all(documentation.map(({ id }) => exists(id)))).toEqual(statuses.map(() => true));
  });

  it("3§3 deletes several customers' documentations in bounded batches, skipping those whose deletion is blocked", async () => {
    const destination = await makeDestination({ templateParams: { exportAutomatically: "true" } });
    const sentDocumentations = await Promise.all(
      [1, 2, 3].map(() => makeCompletedDocumentation(destination, makeDeletionFields("IMMEDIATELY"))),
    );
    const customers = [destination.customerId, (await makeCaller()).customerId];
    const dueIds: string[] = [];
    for (const customerId of customers)
      for (let index = 0; index < 3; index += 1)
        dueIds.push(
          (
            await makeDocumentation(
              customerId,
              makeDeletionFields("IMMEDIATELY", { uploadedPhotos: index * 4 }),
            )
          ).id,
        );
    const limits = { pageSize: 2, maxDocumentations: 2, maxPhotos: 5, maxMs: 20_000 };
    await deleteDue(env, db(), dateInDays(0.01), limits);
    expect(await Promise.all(sentDocumentations.map(({ id }) => exists(id)))).toEqual([true, true, true]);
    expect((await Promise.all(dueIds.map(exists))).filter(Boolean)).toEqual([]);
  });
});

describe("a documentation that is exported automatically is deleted only after complete delivery", () => {
  const automaticParams = { exportAutomatically: "true" };
  const makeSentDocumentation = (destination: TestDestination, input: Input = {}) =>
    makeCompletedDocumentation(destination, makeDeletionFields("IMMEDIATELY", input));
  const updateDeliveries = (id: string, change: Partial<typeof delivery.$inferInsert>) =>
    db().update(delivery).set(change).where(eq(delivery.documentationId, id));
  const finishDeliveries = async (
    { id }: { id: string },
    change: Partial<typeof delivery.$inferInsert> = {},
  ) => {
    const row = await findDocumentation(id);
    await updateDeliveries(id, {
      state: "DONE",
      isPlanned: true,
      documentationUpdatedAt: row!.lastUpdated,
      finishedAt: addSeconds(1),
      ...change,
    });
  };
  const runDeletion = () => deleteDue(env, db(), dateInDays(1));

  it("3§3 the documentation is held, with the reason, while a delivery waits, has failed, was cancelled or is incomplete, and deleted after delivery", async () => {
    const destination = await makeDestination({ templateParams: automaticParams });
    const documentation = await makeSentDocumentation(destination);
    expect(await fetchBlockers(documentation)).toEqual(["UNDER_WAY"]);
    const states = [
      [{ state: "WAITING" }, "UNDER_WAY"],
      [{ state: "FAILED" }, "FAILED"],
      [{ state: "CANCELLED" }, "CANCELLED"],
    ] as const;
    for (const [change, blocker] of states) {
      await updateDeliveries(documentation.id, change);
      await runDeletion();
      expect(await fetchBlockers(documentation)).toEqual([blocker]);
    }
    await finishDeliveries(documentation, {
      missingItems: [{ kind: "PHOTO", name: "a.jpg", reason: "notUploaded" }],
    });
    await runDeletion();
    expect(await fetchBlockers(documentation)).toEqual(["INCOMPLETE"]);
    await finishDeliveries(documentation, { missingItems: [] });
    expect(await fetchDetails(documentation)).toMatchObject({
      deletion: { limit: "IMMEDIATELY", blockers: [] },
    });
    await runDeletion();
    expect(await exists(documentation.id)).toBe(false);
  });

  it("3§3 the documentation is held for every destination, also for a destination that sends at a status it has not reached", async () => {
    const destination = await makeDestination({ templateParams: automaticParams });
    const approvalDestination = await makeDestination({
      ...{ customerId: destination.customerId, templateId: destination.templateId },
      templateParams: { ...automaticParams, exportOn: "APPROVED" },
    });
    const documentation = await makeSentDocumentation(destination);
    await finishDeliveries(documentation);
    expect((await fetchDetails(documentation)).deletion!.blockers).toEqual([
      { type: "NOT_SENT", name: approvalDestination.configuration.name, until: null },
    ]);
    await runDeletion();
    await setStatus(documentation.id, "APPROVED");
    expect(await listDeliveries(documentation.id)).toHaveLength(2);
    await runDeletion();
    expect(await fetchBlockers(documentation)).toEqual(["UNDER_WAY"]);
    await finishDeliveries(documentation);
    await runDeletion();
    expect(await exists(documentation.id)).toBe(false);
  });

  it("3§3 a documentation with its own exportAutomatically is held for all destinations of its template", async () => {
    const destination = await makeDestination({ template: { exportAutomatically: true } });
    const automaticDocumentation = await makeSentDocumentation(destination, { exportAutomatically: true });
    const manualDocumentation = await makeSentDocumentation(destination);
    await runDeletion();
    expect([await exists(automaticDocumentation.id), await exists(manualDocumentation.id)]).toEqual([
      true,
      false,
    ]);
  });

  it("3§3 the documentation is held if it has changed since delivery; hiding it, receiving a file and resending single photos make no difference", async () => {
    const destination = await makeDestination({ templateParams: automaticParams });
    const sentDocumentation = await makeSentDocumentation(destination, { lastUpdated: addSeconds(-100) });
    await finishDeliveries(sentDocumentation);
    await db()
      .update(documentation)
      .set({ lastUpdated: addSeconds(-50), hidden: true })
      .where(eq(documentation.id, sentDocumentation.id));
    const addEvent = (type: "HIDDEN" | "TASK_EDIT", params: Record<string, string> = {}) =>
      db()
        .insert(documentationEvent)
        .values({
          ...ownerColumns(sentDocumentation),
          type,
          params,
          eventDate: addSeconds(-50),
          creator: "staff",
        });
    await addEvent("HIDDEN");
    await addEvent("TASK_EDIT", { change: "TEMP_FILE_RECEIVED" });
    expect(await fetchBlockers(sentDocumentation)).toEqual([]);
    await addEvent("TASK_EDIT", { change: "ANSWER_EDITED" });
    expect(await fetchBlockers(sentDocumentation)).toEqual(["CHANGED"]);
    await runDeletion();
    const [first] = await listDeliveries(sentDocumentation.id);
    const addResend = async (change: Partial<typeof delivery.$inferInsert>) => {
      const id = crypto.randomUUID();
      const manualFields = { state: "PENDING", isAutomatic: false, username: "kim" } as const;
      await db()
        .insert(delivery)
        .values({ ...first!, ...manualFields, id });
      await db()
        .update(delivery)
        .set({ state: "DONE", documentationUpdatedAt: addSeconds(-10), ...change })
        .where(eq(delivery.id, id));
    };
    await addResend({
      request: { photoIds: [crypto.randomUUID()] } as unknown as NonNullable<typeof first>["request"],
    });
    await addResend({ state: "CANCELLED" });
    expect(await fetchBlockers(sentDocumentation)).toEqual(["CHANGED"]);
    await runDeletion();
    expect(await exists(sentDocumentation.id)).toBe(true);
    await addResend({});
    expect(await fetchBlockers(sentDocumentation)).toEqual([]);
    await runDeletion();
    expect(await exists(sentDocumentation.id)).toBe(false);
  });

  it("3§3 a device clock that was ahead does not hide that the files changed after delivery", async () => {
    const destination = await makeDestination({ templateParams: automaticParams });
    const documentation = await makeSentDocumentation(destination, { lastUpdated: addSeconds(60) });
    await finishDeliveries(documentation, {
      documentationUpdatedAt: "2099-01-01T00:00:00Z",
      dateCreated: addSeconds(-50),
    });
    await db()
      .insert(documentationEvent)
      .values({
        ...ownerColumns(documentation),
        type: "RENAMED",
        eventDate: addSeconds(60),
        creator: "staff",
      });
    expect(await fetchBlockers(documentation)).toEqual(["CHANGED"]);
  });

  it("3§3 a device clock that was ahead by less than the delivery took does not hide a change", async () => {
    const destination = await makeDestination({ templateParams: automaticParams });
    const dateCreated = addSeconds(300);
    const documentation = await makeSentDocumentation(destination, {
      dateCreated,
      lastUpdated: addSeconds(200),
    });
    await finishDeliveries(documentation, {
      documentationUpdatedAt: dateCreated,
      dateCreated: addSeconds(-50),
      finishedAt: addSeconds(600),
    });
    expect(await fetchBlockers(documentation)).toEqual([]);
    await db()
      .insert(documentationEvent)
      .values({
        ...ownerColumns(documentation),
        type: "RENAMED",
        eventDate: addSeconds(200),
        creator: "staff",
      });
    expect(await fetchBlockers(documentation)).toEqual(["CHANGED"]);
  });

  it("2§2 a mailed link holds its documentation until the link has expired", async () => {
    const destination = await makeDestination({ templateParams: automaticParams, type: "EMAIL" });
    const documentation = await makeSentDocumentation(destination);
    await finishDeliveries(documentation);
    const [row] = await listDeliveries(documentation.id);
    const expiresAt = addSeconds(30 * daySeconds);
    await db()
      .insert(deliveryLink)
      .values({
        tokenHash: uniqueName("hash"),
        customerId: destination.customerId,
        deliveryId: row!.id,
        expiresAt,
      });
    expect((await fetchDetails(documentation)).deletion!.blockers).toEqual([
      { type: "LINK", name: destination.configuration.name, until: expiresAt },
    ]);
    await deleteDue(env, db(), dateInDays(29));
    expect(await exists(documentation.id)).toBe(true);
    await deleteDue(env, db(), dateInDays(31));
    expect(await exists(documentation.id)).toBe(false);
  });

  it("2§2 the documentation is held while a document is generated, a photo is uploading or to be retaken, or received files await a decision", async () => {
    const { customerId } = await makeCaller();
    const documentation = await makeDocumentation(customerId, makeDeletionFields("IMMEDIATELY"));
    const owner = ownerColumns(documentation);
    const [document] = await db()
      .insert(exportDocument)
      .values({
        ...{
          ...owner,
          documentationName: documentation.name,
          fileName: "a.docx",
          userName: "kim",
          state: "MAKING",
        },
        expireDate: addSeconds(daySeconds * 40),
      })
      .returning();
    const [reservedUpload] = await db()
      .insert(upload)
      .values({
        ...{
          ...owner,
          kind: "PHOTO",
          targetId: crypto.randomUUID(),
          name: "a.jpg",
          objectKey: uniqueName("key"),
        },
        ...{ contentType: "image/jpeg", size: 1, md5: "x", expiresAt: addSeconds(2 * daySeconds) },
      })
      .returning();
    await db()
      .insert(tempFile)
      .values({ ...owner, name: "plan.pdf", hasData: true });
    await makeRetake(documentation);
    expect(await fetchBlockers(documentation)).toEqual(["DOCUMENT", "RECEIVED_FILES", "RETAKES", "UPLOADS"]);
    await runDeletion();
    expect(await exists(documentation.id)).toBe(true);
    await db().update(exportDocument).set({ state: "READY" }).where(eq(exportDocument.id, document!.id));
    await db().update(upload).set({ state: "STORED" }).where(eq(upload.id, reservedUpload!.id));
    await runDeletion();
    expect(await exists(documentation.id)).toBe(true);
    await db()
      .update(tempFile)
      .set({ decision: "REFUSED" })
      .where(eq(tempFile.documentationId, documentation.id));
    await runDeletion();
    expect(await exists(documentation.id)).toBe(true);
    await db()
      .update(retake)
      .set({ outcome: "WITHDRAWN" })
      .where(eq(retake.documentationId, documentation.id));
    await runDeletion();
    expect(await exists(documentation.id)).toBe(false);
  });
});

describe("a documentation that cannot be deleted", () => {
  it("3§3 does not stop the others of its batch, and the run fails with the reason", async () => {
    const { customerId } = await makeCaller();
    const ids = [];
    for (let index = 0; index < 3; index += 1) {
      const { id } = await makeDocumentation(customerId, makeDeletionFields("IMMEDIATELY"));
      await setStatus(id, "COMPLETED");
      ids.push(id);
    }
    const [first, stuckId, lastId] = ids as [string, string, string];
    await db().run(
      sql.raw(`CREATE TRIGGER stuck BEFORE DELETE ON documentation WHEN OLD.id = x'${stuckId.replaceAll("-", "")}'
        BEGIN SELECT RAISE(ABORT, 'stuck'); END`),
    );
    try {
      await expect(deleteDue(env, db(), dateInDays(0.01))).rejects.toThrow(/1 could not be deleted/);
    } finally {
      await db().run(sql.raw("DROP TRIGGER stuck"));
    }
    expect(await Promise.all([first, stuckId, lastId].map(exists))).toEqual([false, true, false]);
    await deleteDue(env, db(), dateInDays(0.01));
    expect(await exists(stuckId)).toBe(false);
  });
});

describe("cancelling automatic deletion", () => {
  it("2§4 staff who may edit documentations can keep a documentation, with an event and an audit entry", async () => {
    const { customerId } = await makeCaller();
    const documentation = await makeDocumentation(customerId, makeDeletionFields("DAY"));
    const path = `/documentation/keep/${documentation.id}`;
    const reader = await makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    expect((await call("PUT", path, { as: reader, body: { version: 1 } })).status).toBe(403);
    const as = await makeStaff(documentation);
    const updatedDetails = await jsonOf<DocumentationDetails>(
      call("PUT", path, { as, body: { version: 1 } }),
    );
    expect(updatedDetails).toMatchObject({ deletion: null, deleteAfter: null, version: 2 });
    await deleteDue(env, db(), dateInDays(400));
    expect(await exists(documentation.id)).toBe(true);
    const events = await db()
      .select()
      .from(documentationEvent)
      .where(eq(documentationEvent.documentationId, documentation.id));
    expect(events.map(({ type }) => type)).toEqual(["KEPT"]);
    const entries = await db().select().from(domainChange).where(eq(domainChange.objectId, documentation.id));
    expect(entries).toMatchObject([
      { userId: as.userId, params: { deleteAutomatically: { before: true, after: false } } },
    ]);
    const requestKeep = (version: number) => jsonOf(call("PUT", path, { as, body: { version } }));
    expect(await requestKeep(2)).toMatchObject({ error: { code: "ruleBroken" } });
    expect(await requestKeep(1)).toMatchObject({ error: { code: "staleVersion" } });
    const foreignStaff = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE"] });
    expect((await call("PUT", path, { as: foreignStaff, body: { version: 2 } })).status).toBe(404);
  });
});
