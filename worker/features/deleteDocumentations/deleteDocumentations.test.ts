import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { DeletionPreview } from "#domain/endpoints/review/deleteDocumentations.ts";
import type { JobStatus } from "#domain/endpoints/shared/job.ts";
import {
  customerTotal,
  documentation,
  documentationEvent,
  documentationLink,
  documentationTag,
  documentationTask,
  domainChange,
  file,
  job,
  orphanedObject,
  photo,
  taskEvent,
  upload,
} from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { runJob, runJobToEnd } from "#worker/jobs/runJob.ts";
import { createPhotoKey, listPhotoKeys } from "#worker/media/photoKeys.ts";
import {
  type Caller,
  call,
  db,
  env,
  envWithoutQueue,
  jsonOf,
  makeCustomer,
  makeDocumentation,
  makeSuperAdmin,
  uniqueName,
} from "#worker/testing/factories.ts";
import { makeStoredPhoto } from "#worker/testing/storedPhoto.ts";
import { createDeletionKind, deletionKind } from "./deleteDocumentationsJob.ts";

const makeBytes = (length: number) => new Uint8Array(length).fill(7);

/** A documentation with a rotated photo in all renditions, a file, an upload in progress, a tag, and an answered task. */
async function makeFullDocumentation(
  customerId: number,
  overrides: Partial<typeof documentation.$inferInsert> = {},
) {
  const documentation = await makeDocumentation(customerId, overrides);
  const owner = { customerId, documentationId: documentation.id };
  const [task] = await db()
    .insert(documentationTask)
    .values({ ...owner, name: "Remark", type: "TEXT", answer: uniqueName("answer") })
    .returning();
  await db().insert(taskEvent).values({ customerId, taskId: task!.id, creator: "field" });
  await db()
    .insert(documentationTag)
    .values({ ...owner, tag: uniqueName("tag") });
  await db()
    .insert(documentationEvent)
    .values({ ...owner, type: "CREATED", eventDate: "2026-05-04T09:30:00Z", creator: "field" });
  const storedPhoto = await makeStoredPhoto(documentation, makeBytes(100), {
    documentationTaskId: task!.id,
    revision: "",
    derivativeRevision: "turn-1",
  });
  for (const key of listPhotoKeys(storedPhoto)) await env.STORAGE.put(key, makeBytes(100));
  const fileId = crypto.randomUUID();
  const fileKey = `customers/${customerId}/files/${fileId}/rev/original`;
  await env.STORAGE.put(fileKey, makeBytes(50));
  await db()
    .insert(file)
    .values({
      ...owner,
      id: fileId,
      name: "a.pdf",
      creator: "field",
      hasData: true,
      dataSize: 50,
      revision: "rev",
    });
  const reservedKey = createPhotoKey(String(customerId), crypto.randomUUID(), "original", "later");
  await db()
    .insert(upload)
    .values({
      ...{
        ...owner,
        kind: "PHOTO",
        targetId: crypto.randomUUID(),
        name: "Late",
        objectKey: reservedKey,
        size: 1,
        md5: "x",
      },
      ...{ contentType: "image/jpeg", expiresAt: "2099-01-01T00:00:00Z" },
    });
  return { ...documentation, keys: [...listPhotoKeys(storedPhoto), fileKey], reserved: reservedKey };
}

const remove = (as: Caller, body: unknown) =>
  call("POST", "/documentation/deleteDocumentations", { as, body });
const countDeletion = (as: Caller, body: unknown) =>
  call("POST", "/documentation/countDeletion", { as, body });
const runDeletion = async (response: Response) => {
  expect(response.status).toBe(200);
  return runJobToEnd(envWithoutQueue, db(), (await jsonOf<JobStatus>(response)).id, deletionKind);
};
const listRemainingIds = async (customerId: number) =>
  (
    await db()
      .select({ id: documentation.id })
      .from(documentation)
      .where(eq(documentation.customerId, customerId))
  ).map(({ id }) => id);
const countStoredObjects = async (keys: string[]) =>
  (await Promise.all(keys.map((key) => env.STORAGE.head(key)))).filter(Boolean).length;

describe("deleting documentations permanently", () => {
  it("2§2 removes the selected documentations with their rows, objects, links, search entries and statistics, and no others", async () => {
    const as = await makeSuperAdmin();
    const { id: customerId } = await makeCustomer();
    const deletedDocumentation = await makeFullDocumentation(customerId, { status: "DELETED", hidden: true });
    const remainingDocumentation = await makeFullDocumentation(customerId, {
      templateId: deletedDocumentation.templateId,
    });
    await db()
      .insert(documentationLink)
      .values([
        { customerId, documentationId: remainingDocumentation.id, linkedId: deletedDocumentation.id },
        { customerId, documentationId: deletedDocumentation.id, linkedId: remainingDocumentation.id },
      ]);
    const job = await runDeletion(
      await remove(as, { customerId, ids: [deletedDocumentation.id], expected: 1 }),
    );
    expect(job).toMatchObject({ state: "DONE", progress: 1, total: 1, result: { included: 1, size: 150 } });
    expect(await listRemainingIds(customerId)).toEqual([remainingDocumentation.id]);
    expect([
      await countStoredObjects(deletedDocumentation.keys),
      await countStoredObjects(remainingDocumentation.keys),
    ]).toEqual([0, 4]);
    for (const table of [photo, file, documentationTask, taskEvent, documentationTag, upload])
      expect(await db().select().from(table).where(eq(table.customerId, customerId))).toHaveLength(1);
    expect(
      await db().select().from(documentationLink).where(eq(documentationLink.customerId, customerId)),
    ).toEqual([]);
    const orphans = await db().get<{ entries: number; photos: number; bytes: number; groups: number }>(sql`
      SELECT (SELECT count(*) FROM search_pending WHERE id >> 40 = ${customerId}) AS entries,
        (SELECT sum(photos) FROM documentation_statistics WHERE customer_id = ${customerId}) AS photos,
        (SELECT sum(bytes) FROM documentation_statistics WHERE customer_id = ${customerId}) AS bytes,
        (SELECT count(*) FROM documentation_group_member WHERE customer_id = ${customerId}) AS groups`);
    // Only rows of the remaining documentation; its name and its tag each form a group.
    expect(orphans).toEqual({ entries: 1, photos: 1, bytes: 150, groups: 2 });
    expect(
      await db().select().from(customerTotal).where(eq(customerTotal.customerId, customerId)).get(),
    ).toMatchObject({ documentations: 1, photos: 1, bytes: 150 });
    // Objects that may still be written are left to the sweeper, which waits until their URLs have expired.
    expect((await db().select().from(orphanedObject)).map(({ keyOrPrefix }) => keyOrPrefix)).toContain(
      deletedDocumentation.reserved,
    );
    const auditEntries = await db()
      .select()
      .from(domainChange)
      .where(eq(domainChange.objectId, deletedDocumentation.id));
    expect(auditEntries).toMatchObject([
      {
        action: "DELETE",
        userId: as.userId,
        customerId,
        params: { name: { before: deletedDocumentation.name } },
      },
    ]);
  });

  it("2§2 removes every match of the search if all are selected, including hidden and deleted ones, but never another customer's", async () => {
    const as = await makeSuperAdmin();
    const { id: customerId } = await makeCustomer();
    const word = uniqueName("harbour");
    const outsider = await makeDocumentation((await makeCustomer()).id, { name: word });
    const otherDocumentation = await makeDocumentation(customerId, { name: "Inland" });
    for (const status of ["COMPLETED", "DELETED", "ONGOING"] as const)
      await makeDocumentation(customerId, { name: word, status, templateId: otherDocumentation.templateId });
    const body = { customerId, matching: { query: word } };
    expect(await jsonOf<DeletionPreview>(countDeletion(as, body))).toEqual({
      documentations: 3,
      photos: 0,
      bytes: 0,
      inFieldCount: 1,
    });
    await runDeletion(await remove(as, body));
    expect([await listRemainingIds(customerId), await listRemainingIds(outsider.customerId)]).toEqual([
      [otherDocumentation.id],
      [outsider.id],
    ]);
    const exemptDocumentation = await makeDocumentation(customerId, {
      templateId: otherDocumentation.templateId,
    });
    await runDeletion(await remove(as, { customerId, matching: {}, except: [exemptDocumentation.id] }));
    expect(await listRemainingIds(customerId)).toEqual([exemptDocumentation.id]);
    await runDeletion(await remove(as, { customerId, matching: {} }));
    expect([await listRemainingIds(customerId), await listRemainingIds(outsider.customerId)]).toEqual([
      [],
      [outsider.id],
    ]);
  });

  it("2§5 requires at least one documentation, and refuses another customer's documentation and an outdated count", async () => {
    const as = await makeSuperAdmin();
    const { id: customerId } = await makeCustomer();
    const documentation = await makeDocumentation(customerId);
    const foreignDocumentation = await makeDocumentation((await makeCustomer()).id);
    const fetchRefusal = async (body: object) => {
      const response = await remove(as, { customerId, ...body });
      expect(response.status).toBe(422);
      return (await jsonOf<{ error: { code: string; fields?: object } }>(response)).error;
    };
    expect((await fetchRefusal({ ids: [] })).fields).toEqual({ ids: "required" });
    expect((await fetchRefusal({ ids: [documentation.id, foreignDocumentation.id] })).fields).toEqual({
      ids: "notFound",
    });
    expect((await fetchRefusal({ ids: [documentation.id], matching: {} })).fields).toEqual({
      ids: "notAllowed",
    });
    expect((await fetchRefusal({ ids: [documentation.id], expected: 2 })).code).toBe("staleVersion");
    expect((await remove(as, { customerId: 999_999, ids: [documentation.id] })).status).toBe(404);
    expect(await listRemainingIds(customerId)).toEqual([documentation.id]);
  });

  it("design§Jobs resumes where it was interrupted, and may run twice", async () => {
    const as = await makeSuperAdmin();
    const { id: customerId } = await makeCustomer();
    const documentations = [await makeFullDocumentation(customerId)];
    for (let index = 1; index < 4; index += 1)
      documentations.push(
        await makeFullDocumentation(customerId, { templateId: documentations[0]!.templateId }),
      );
    const { id } = await jsonOf<JobStatus>(remove(as, { customerId, matching: {} }));
    const laterDocumentation = await makeDocumentation(customerId, {
      templateId: documentations[0]!.templateId,
    });
    // Storage fails in the second chunk: its rows are deleted and its objects recorded as orphans.
    let callCount = 0;
    const STORAGE = {
      delete: (keys: string[]) => {
        callCount += 1;
        if (callCount === 2) throw new Error("storage is away");
        return env.STORAGE.delete(keys);
      },
    };
    const kinds = {
      deleteDocumentations: createDeletionKind({
        documentationsPerChunk: 1,
        photosPerChunk: 1,
        millisecondsPerStep: 60_000,
      }),
    };
    await runJob({ ...envWithoutQueue, STORAGE } as unknown as Env, db(), id, kinds);
    expect(await listRemainingIds(customerId)).toHaveLength(3);
    const orphans = (await db().select().from(orphanedObject)).map(({ keyOrPrefix }) => keyOrPrefix);
    const orphanedKeys = documentations.flatMap(({ keys }) => keys).filter((key) => orphans.includes(key));
    expect(orphanedKeys).toHaveLength(4);
    await db().update(job).set({ leasedUntil: null }).where(eq(job.id, id));
    await runJob(envWithoutQueue, db(), id, kinds);
    expect(await db().select().from(job).where(eq(job.id, id)).get()).toMatchObject({
      ...{ state: "DONE", progress: 4, total: 4, result: { included: 4, size: 600 } },
    });
    // Documentations created after the request are kept.
    expect(await listRemainingIds(customerId)).toEqual([laterDocumentation.id]);
    const repeatedJob = await runDeletion(
      await remove(as, { customerId, ids: documentations.map((row) => row.id) }),
    );
    expect(repeatedJob).toMatchObject({ state: "DONE", result: { included: 0 } });
  });
});
