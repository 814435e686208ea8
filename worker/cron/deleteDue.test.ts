import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { addSeconds } from "#domain/core/fields.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import {
  delivery,
  deliveryLink,
  documentation,
  documentationEvent,
  domainChange,
  exportDocument,
  retake,
  tempFile,
  upload,
} from "#worker/db/schema/index.ts";
import {
  deliveriesOf,
  type MadeDestination,
  makeDestination,
  makeSent,
} from "#worker/features/delivery/testing/deliveries.ts";
import { keysOfPhoto } from "#worker/media/keys.ts";
import { call, db, distinct, env, jsonOf, makeCaller, makeDocumentation } from "#worker/testing/factories.ts";
import { makeRetake } from "#worker/testing/retakeTesting.ts";
import { makeStoredPhoto } from "#worker/testing/stored.ts";
import { deleteDue } from "./deleteDue.ts";

const day = 86_400;
const daysAhead = (days: number) => new Date(Date.now() + days * day * 1000);
const own = ({ customerId, id }: { customerId: number; id: string }) => ({ customerId, documentationId: id });
type Input = Partial<typeof documentation.$inferInsert>;
const deletes = (deleteTimeLimit: string, request: Input = {}): Input => ({
  ...{ deleteAutomatically: true, deleteTimeLimit },
  ...request,
});
const become = (id: string, status: "COMPLETED" | "APPROVED" | "PAUSED" | "DELETED" | "WAITING_FOR_FILE") =>
  db().update(documentation).set({ status }).where(eq(documentation.id, id));
const rowOf = (id: string) => db().select().from(documentation).where(eq(documentation.id, id)).get();
const stays = async (id: string) => (await rowOf(id)) !== undefined;
/** Days from now, to the nearest. */
const inDays = (instant: string | null | undefined) =>
  instant ? Math.round((Date.parse(instant) - Date.now()) / 1000 / day) + 0 : instant;

const staffOf = ({ customerId }: { customerId: number }) =>
  makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE"] });
const detailsOf = async (of: { customerId: number; id: string }) =>
  jsonOf<DocumentationDetails>(call("GET", `/documentations/${of.id}`, { as: await staffOf(of) }));
/** What staff see that its deletion waits for. */
const holdsOf = async (of: { customerId: number; id: string }) =>
  (await detailsOf(of)).deletion!.waitsFor.map(({ hold }) => hold).sort();

describe("what is deleted by itself", () => {
  it("3§3 is due its limit after completion, and keeps that when it is approved; handed over it is not due, and completed again anew", async () => {
    const { id: customerId } = await makeCaller().then(({ customerId: id }) => ({ id }));
    const limits = ["IMMEDIATELY", "DAY", "WEEK", "YEAR"];
    const made = await Promise.all(
      limits.map((limit) => makeDocumentation(customerId, deletes(limit, { status: "ONGOING" }))),
    );
    expect(made.map((row) => row.deleteAfter)).toEqual([null, null, null, null]);
    for (const { id } of made) await become(id, "COMPLETED");
    const dues = await Promise.all(made.map(async ({ id }) => inDays((await rowOf(id))?.deleteAfter)));
    expect(dues.slice(0, 3)).toEqual([0, 1, 7]);
    expect([365, 366]).toContain(dues[3]);
    const week = made[2]!;
    await db()
      .update(documentation)
      .set({ deleteAfter: addSeconds(3 * day) })
      .where(eq(documentation.id, week.id));
    await become(week.id, "APPROVED");
    expect(inDays((await rowOf(week.id))?.deleteAfter)).toBe(3);
    for (const status of ["PAUSED", "WAITING_FOR_FILE", "DELETED"] as const) {
      await become(week.id, status);
      expect((await rowOf(week.id))?.deleteAfter).toBeNull();
      await become(week.id, "COMPLETED");
      expect(inDays((await rowOf(week.id))?.deleteAfter)).toBe(7);
    }
    const none = await makeDocumentation(customerId, { deleteAutomatically: true });
    const never = await makeDocumentation(customerId, { deleteTimeLimit: "DAY" });
    expect([await rowOf(none.id), await rowOf(never.id)]).toMatchObject([
      { deleteAfter: null },
      { deleteAfter: null },
    ]);
    const merged = await makeDocumentation(customerId, deletes("MONTH"));
    expect([28, 29, 30, 31]).toContain(inDays((await rowOf(merged.id))?.deleteAfter));
  });

  it("3§3 goes when its time has come and not before, with its bytes and a line of the service in the audit log", async () => {
    const { customerId } = await makeCaller();
    const made = await makeDocumentation(customerId, deletes("WEEK"));
    const other = await makeDocumentation(customerId);
    const stored = await makeStoredPhoto(made, new Uint8Array(100).fill(7));
    for (const key of keysOfPhoto(stored)) await env.STORAGE.put(key, "bytes");
    await deleteDue(env, db(), daysAhead(6.9));
    expect(await stays(made.id)).toBe(true);
    const announced = await detailsOf(made);
    expect(announced).toMatchObject({ deletion: { limit: "WEEK", waitsFor: [] } });
    expect(inDays(announced.deleteAfter)).toBe(7);
    expect(await deleteDue(env, db(), daysAhead(7.1))).toMatch(/^\d+ documentations deleted$/);
    expect([await stays(made.id), await stays(other.id)]).toEqual([false, true]);
    const left = await Promise.all(keysOfPhoto(stored).map((key) => env.STORAGE.head(key)));
    expect(left.filter(Boolean)).toEqual([]);
    const lines = await db()
      .select()
      .from(domainChange)
      .where(and(eq(domainChange.objectId, made.id), eq(domainChange.action, "DELETE")));
    expect(lines).toMatchObject([
      {
        userId: -1,
        customerId,
        params: { name: { before: made.name }, deleteAfter: { before: announced.deleteAfter } },
      },
    ]);
    expect(await deleteDue(env, db(), daysAhead(7.1))).toBe("");
  });

  it("3§3 never goes unless it is complete", async () => {
    const { customerId } = await makeCaller();
    const statuses = ["ONGOING", "PAUSED", "DOWNLOADED", "WAITING_FOR_FILE", "DELETED"] as const;
    const made = await Promise.all(
      statuses.map((status) => makeDocumentation(customerId, deletes("IMMEDIATELY", { status }))),
    );
    await deleteDue(env, db(), daysAhead(1000));
    expect(await Promise.all(made.map(({ id }) => stays(id)))).toEqual(statuses.map(() => true));
  });

  it("3§3 several customers' documentations go in bounded batches; those that wait do not stand in their way", async () => {
    const to = await makeDestination({ templateParams: { exportAutomatically: "true" } });
    const waiting = await Promise.all([1, 2, 3].map(() => makeSent(to, deletes("IMMEDIATELY"))));
    const customers = [to.customerId, (await makeCaller()).customerId];
    const due: string[] = [];
    for (const customerId of customers)
      for (let n = 0; n < 3; n += 1)
        due.push((await makeDocumentation(customerId, deletes("IMMEDIATELY", { uploadedPhotos: n * 4 }))).id);
    const sizes = { looked: 2, documentations: 2, photos: 5, milliseconds: 20_000 };
    await deleteDue(env, db(), daysAhead(0.01), sizes);
    expect(await Promise.all(waiting.map(({ id }) => stays(id)))).toEqual([true, true, true]);
    expect((await Promise.all(due.map(stays))).filter(Boolean)).toEqual([]);
  });
});

describe("what is sent automatically is deleted once it has been delivered whole", () => {
  const automatic = { exportAutomatically: "true" };
  const sent = (to: MadeDestination, request: Input = {}) => makeSent(to, deletes("IMMEDIATELY", request));
  const set = (id: string, change: Partial<typeof delivery.$inferInsert>) =>
    db().update(delivery).set(change).where(eq(delivery.documentationId, id));
  const done = async (of: { id: string }, change: Partial<typeof delivery.$inferInsert> = {}) => {
    const row = await rowOf(of.id);
    await set(of.id, {
      state: "DONE",
      isPlanned: true,
      documentationUpdatedAt: row!.lastUpdated,
      finishedAt: addSeconds(1),
      ...change,
    });
  };
  const run = () => deleteDue(env, db(), daysAhead(1));

  it("3§3 stays while a delivery waits, has failed, was cancelled or lacked something, and says so; goes when it has arrived", async () => {
    const to = await makeDestination({ templateParams: automatic });
    const made = await sent(to);
    expect(await holdsOf(made)).toEqual(["UNDER_WAY"]);
    const states = [
      [{ state: "WAITING" }, "UNDER_WAY"],
      [{ state: "FAILED" }, "FAILED"],
      [{ state: "CANCELLED" }, "CANCELLED"],
    ] as const;
    for (const [change, hold] of states) {
      await set(made.id, change);
      await run();
      expect(await holdsOf(made)).toEqual([hold]);
    }
    await done(made, { missingItems: [{ kind: "PHOTO", name: "a.jpg", reason: "notUploaded" }] });
    await run();
    expect(await holdsOf(made)).toEqual(["INCOMPLETE"]);
    await done(made, { missingItems: [] });
    expect(await detailsOf(made)).toMatchObject({ deletion: { limit: "IMMEDIATELY", waitsFor: [] } });
    await run();
    expect(await stays(made.id)).toBe(false);
  });

  it("3§3 waits for every destination, also for one that sends at a status that it has not got yet", async () => {
    const to = await makeDestination({ templateParams: automatic });
    const late = await makeDestination({
      ...{ customerId: to.customerId, templateId: to.templateId },
      templateParams: { ...automatic, exportOn: "APPROVED" },
    });
    const made = await sent(to);
    await done(made);
    expect((await detailsOf(made)).deletion!.waitsFor).toEqual([
      { hold: "NOT_SENT", name: late.configuration.name, until: null },
    ]);
    await run();
    await become(made.id, "APPROVED");
    expect(await deliveriesOf(made.id)).toHaveLength(2);
    await run();
    expect(await holdsOf(made)).toEqual(["UNDER_WAY"]);
    await done(made);
    await run();
    expect(await stays(made.id)).toBe(false);
  });

  it("3§3 a documentation that says itself that it is exported waits for all destinations of its template", async () => {
    const to = await makeDestination();
    const own = await sent(to, { exportAutomatically: true });
    const not = await sent(to);
    await run();
    expect([await stays(own.id), await stays(not.id)]).toEqual([true, false]);
  });

  it("3§3 what has changed since it was delivered stays; a status, hiding and a chosen photo sent again change nothing", async () => {
    const to = await makeDestination({ templateParams: automatic });
    const made = await sent(to, { lastUpdated: addSeconds(-100) });
    await done(made);
    await db()
      .update(documentation)
      .set({ lastUpdated: addSeconds(-50), hidden: true })
      .where(eq(documentation.id, made.id));
    const event = (type: "HIDDEN" | "TASK_EDIT", params: Record<string, string> = {}) =>
      db()
        .insert(documentationEvent)
        .values({ ...own(made), type, params, eventDate: addSeconds(-50), creator: "staff" });
    await event("HIDDEN");
    await event("TASK_EDIT", { change: "TEMP_FILE_RECEIVED" });
    expect(await holdsOf(made)).toEqual([]);
    await event("TASK_EDIT", { change: "ANSWER_EDITED" });
    expect(await holdsOf(made)).toEqual(["CHANGED"]);
    await run();
    const [first] = await deliveriesOf(made.id);
    const resent = async (change: Partial<typeof delivery.$inferInsert>) => {
      const id = crypto.randomUUID();
      const begun = { state: "PENDING", isAutomatic: false, username: "kim" } as const;
      await db()
        .insert(delivery)
        .values({ ...first!, ...begun, id });
      await db()
        .update(delivery)
        .set({ state: "DONE", documentationUpdatedAt: addSeconds(-10), ...change })
        .where(eq(delivery.id, id));
    };
    await resent({
      request: { photoIds: [crypto.randomUUID()] } as unknown as NonNullable<typeof first>["request"],
    });
    await resent({ state: "CANCELLED" });
    expect(await holdsOf(made)).toEqual(["CHANGED"]);
    await run();
    expect(await stays(made.id)).toBe(true);
    await resent({});
    expect(await holdsOf(made)).toEqual([]);
    await run();
    expect(await stays(made.id)).toBe(false);
  });

  it("3§3 a clock that was ahead does not pass for a later list of files", async () => {
    const to = await makeDestination({ templateParams: automatic });
    const made = await sent(to, { lastUpdated: addSeconds(60) });
    await done(made, { documentationUpdatedAt: "2099-01-01T00:00:00Z", dateCreated: addSeconds(-50) });
    await db()
      .insert(documentationEvent)
      .values({ ...own(made), type: "RENAMED", eventDate: addSeconds(60), creator: "staff" });
    expect(await holdsOf(made)).toEqual(["CHANGED"]);
  });

  it("3§3 a clock that was ahead by less than the delivery took does not hide a change", async () => {
    const to = await makeDestination({ templateParams: automatic });
    const dateCreated = addSeconds(300);
    const made = await sent(to, { dateCreated, lastUpdated: addSeconds(200) });
    await done(made, {
      documentationUpdatedAt: dateCreated,
      dateCreated: addSeconds(-50),
      finishedAt: addSeconds(600),
    });
    expect(await holdsOf(made)).toEqual([]);
    await db()
      .insert(documentationEvent)
      .values({ ...own(made), type: "RENAMED", eventDate: addSeconds(200), creator: "staff" });
    expect(await holdsOf(made)).toEqual(["CHANGED"]);
  });

  it("2§2 a mailed link keeps what it opens until it has expired", async () => {
    const to = await makeDestination({ templateParams: automatic, type: "EMAIL" });
    const made = await sent(to);
    await done(made);
    const [row] = await deliveriesOf(made.id);
    const expires = addSeconds(30 * day);
    await db()
      .insert(deliveryLink)
      .values({
        tokenHash: distinct("hash"),
        customerId: to.customerId,
        deliveryId: row!.id,
        expiresAt: expires,
      });
    expect((await detailsOf(made)).deletion!.waitsFor).toEqual([
      { hold: "LINK", name: to.configuration.name, until: expires },
    ]);
    await deleteDue(env, db(), daysAhead(29));
    expect(await stays(made.id)).toBe(true);
    await deleteDue(env, db(), daysAhead(31));
    expect(await stays(made.id)).toBe(false);
  });

  it("2§2 stays while a document is being made of it, a photo is on its way or sent back, or received files wait for staff", async () => {
    const { customerId } = await makeCaller();
    const made = await makeDocumentation(customerId, deletes("IMMEDIATELY"));
    const theirs = own(made);
    const [making] = await db()
      .insert(exportDocument)
      .values({
        ...{ ...theirs, documentationName: made.name, fileName: "a.docx", userName: "kim", state: "MAKING" },
        expireDate: addSeconds(day * 40),
      })
      .returning();
    const [reserved] = await db()
      .insert(upload)
      .values({
        ...{
          ...theirs,
          kind: "PHOTO",
          targetId: crypto.randomUUID(),
          name: "a.jpg",
          objectKey: distinct("key"),
        },
        ...{ contentType: "image/jpeg", size: 1, md5: "x", expiresAt: addSeconds(2 * day) },
      })
      .returning();
    await db()
      .insert(tempFile)
      .values({ ...theirs, name: "plan.pdf", hasData: true });
    await makeRetake(made);
    expect(await holdsOf(made)).toEqual(["DOCUMENT", "RECEIVED_FILES", "RETAKES", "UPLOADS"]);
    await run();
    expect(await stays(made.id)).toBe(true);
    await db().update(exportDocument).set({ state: "READY" }).where(eq(exportDocument.id, making!.id));
    await db().update(upload).set({ state: "STORED" }).where(eq(upload.id, reserved!.id));
    await run();
    expect(await stays(made.id)).toBe(true);
    await db().update(tempFile).set({ decision: "REFUSED" }).where(eq(tempFile.documentationId, made.id));
    await run();
    expect(await stays(made.id)).toBe(true);
    await db().update(retake).set({ outcome: "WITHDRAWN" }).where(eq(retake.documentationId, made.id));
    await run();
    expect(await stays(made.id)).toBe(false);
  });
});

describe("what can not be deleted", () => {
  it("3§3 keeps nothing else: the others of its batch go, and the run says what failed", async () => {
    const { customerId } = await makeCaller();
    const made = [];
    for (let one = 0; one < 3; one += 1) {
      const { id } = await makeDocumentation(customerId, deletes("IMMEDIATELY"));
      await become(id, "COMPLETED");
      made.push(id);
    }
    const [first, stuck, last] = made as [string, string, string];
    await db().run(
      sql.raw(`CREATE TRIGGER stuck BEFORE DELETE ON documentation WHEN OLD.id = x'${stuck.replaceAll("-", "")}'
        BEGIN SELECT RAISE(ABORT, 'stuck'); END`),
    );
    try {
      await expect(deleteDue(env, db(), daysAhead(0.01))).rejects.toThrow(/1 could not be deleted/);
    } finally {
      await db().run(sql.raw("DROP TRIGGER stuck"));
    }
    expect(await Promise.all([first, stuck, last].map(stays))).toEqual([false, true, false]);
    await deleteDue(env, db(), daysAhead(0.01));
    expect(await stays(stuck)).toBe(false);
  });
});

describe("keeping what would be deleted by itself", () => {
  it("2§4 whoever may change documentations keeps it, with an event and a line in the audit log", async () => {
    const { customerId } = await makeCaller();
    const made = await makeDocumentation(customerId, deletes("DAY"));
    const path = `/documentation/keep/${made.id}`;
    const reader = await makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    expect((await call("PUT", path, { as: reader, body: { version: 1 } })).status).toBe(403);
    const as = await staffOf(made);
    const kept = await jsonOf<DocumentationDetails>(call("PUT", path, { as, body: { version: 1 } }));
    expect(kept).toMatchObject({ deletion: null, deleteAfter: null, version: 2 });
    await deleteDue(env, db(), daysAhead(400));
    expect(await stays(made.id)).toBe(true);
    const events = await db()
      .select()
      .from(documentationEvent)
      .where(eq(documentationEvent.documentationId, made.id));
    expect(events.map(({ type }) => type)).toEqual(["KEPT"]);
    const lines = await db().select().from(domainChange).where(eq(domainChange.objectId, made.id));
    expect(lines).toMatchObject([
      { userId: as.userId, params: { deleteAutomatically: { before: true, after: false } } },
    ]);
    const refused = (version: number) => jsonOf(call("PUT", path, { as, body: { version } }));
    expect(await refused(2)).toMatchObject({ error: { code: "ruleBroken" } });
    expect(await refused(1)).toMatchObject({ error: { code: "staleVersion" } });
    const stranger = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE"] });
    expect((await call("PUT", path, { as: stranger, body: { version: 2 } })).status).toBe(404);
  });
});
