import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import type { announcePhotos, settlePhotos } from "#domain/endpoints/capture/captureMedia.ts";
import {
  customerTotal,
  documentation,
  documentationEvent,
  domainChange,
  photo,
  upload,
} from "#worker/db/schema/index.ts";
import { settleUpload } from "#worker/ingest/settleUpload.ts";
import {
  call,
  db,
  env,
  jsonOf,
  makeDocumentation,
  makeLicense,
  makeTemplate,
} from "#worker/testing/factories.ts";
import { makePhotoWithTags, makePlainPhoto, makePngBytes, md5Of } from "#worker/testing/photoTesting.ts";
import { watchEnv } from "#worker/testing/watchedEnv.ts";

type AnnouncedItems = ResponseOf<typeof announcePhotos>["items"];
type SettledItems = ResponseOf<typeof settlePhotos>["items"];

/** A device with a documentation of one task, and functions that send many photos. */
async function makeFieldDevice(numberOfPhotos: number) {
  const { customerId, licenseCode } = await makeLicense();
  const template = await makeTemplate(customerId);
  const [id, taskId] = [crypto.randomUUID(), crypto.randomUUID()];
  const post = async (path: string, body: object, testEnv = env) => {
    const response = await call("POST", path, { body: { licenseCode, ...body }, env: testEnv });
    expect([path, response.status]).toEqual([path, 200]);
    return response;
  };
  await post("/documentation/saveWithLicenseCode", {
    documentation: {
      ...{ id, templateId: template.id, name: "Elm street", creator: "field", numberOfPhotos },
      ...{ dateCreated: "2026-05-04T09:30:00Z", tasks: [{ id: taskId, name: "Overview", type: "PHOTO" }] },
    },
  });
  const shot = (index: number, bytes = makePlainPhoto(), request: object = {}) => ({
    bytes,
    photo: {
      ...{ id: crypto.randomUUID(), documentationId: id, documentationTaskId: taskId, creator: "field" },
      name: `Overview_${String(index).padStart(2, "0")}`,
      ...request,
    },
  });
  type Shot = ReturnType<typeof shot>;
  const announce = async (shots: readonly Shot[]): Promise<AnnouncedItems> => {
    const announcements = shots.map(({ photo, bytes }) => ({ photo, size: bytes.length, md5: md5Of(bytes) }));
    return (
      await jsonOf<{ items: AnnouncedItems }>(post("/photo/announceUploads", { photos: announcements }))
    ).items;
  };
  /** As PUTs to the signed URLs do. */
  const putBytes = async (shots: readonly Shot[], announcedItems: AnnouncedItems) => {
    for (const [index, { upload: signed }] of announcedItems.entries()) {
      const row = await db().select().from(upload).where(eq(upload.id, signed!.uploadId)).get();
      await env.STORAGE.put(row!.objectKey, shots[index]!.bytes, {
        httpMetadata: { contentType: "image/jpeg" },
      });
    }
    return announcedItems.map(({ upload: signed }) => signed!.uploadId);
  };
  const settleAll = async (uploadIds: readonly string[], testEnv = env): Promise<SettledItems> =>
    (await jsonOf<{ items: SettledItems }>(post("/photo/settleUploads", { uploadIds }, testEnv))).items;
  const photos = () =>
    db()
      .select()
      .from(photo)
      .where(and(eq(photo.customerId, customerId), eq(photo.documentationId, id)))
      .orderBy(photo.name);
  return { id, customerId, licenseCode, post, shot, announce, put: putBytes, settleAll, photos };
}

describe("batch calls for photos", () => {
  it("2§4 announce and settle them like the calls for a single photo, and complete the documentation once", async () => {
    const field = await makeFieldDevice(10);
    const markup = [{ type: "BLUR", from: [0.1, 0.1], to: [0.3, 0.3] }];
    const shots = Array.from({ length: 10 }, (_, index) =>
      field.shot(index + 1, makePlainPhoto(), index === 0 ? { comment: "north", rotation: 1, markup } : {}),
    );
    const announcedItems = await field.announce(shots);
    expect(announcedItems.map(({ id }) => id)).toEqual(shots.map(({ photo: { id } }) => id));
    expect(announcedItems[3]).toMatchObject({
      stored: null,
      failure: null,
      upload: { method: "PUT", headers: { "content-md5": md5Of(makePlainPhoto()) } },
    });
    await field.post("/documentation/completeWithLicenseCode", { id: field.id, creator: "field" });
    const ids = await field.put(shots, announcedItems);
    const results = await field.settleAll(ids);
    expect(results.map(({ uploadId }) => uploadId)).toEqual(ids);
    expect(results.every(({ stored }) => stored?.hasData)).toBe(true);
    const rows = await field.photos();
    expect(rows.map(({ name }) => name)).toEqual(shots.map(({ photo: { name } }) => name));
    expect(rows[0]).toMatchObject({
      comment: "north",
      rotation: 1,
      derivativeRotation: 1,
      markup,
      hasData: true,
      version: 2,
    });
    expect(rows[1]).toMatchObject({ comment: null, rotation: 0, markup: null, dateFromDevice: false });
    const completedRow = await db().select().from(documentation).where(eq(documentation.id, field.id)).get();
    const dataSize = rows.reduce((sum, row) => sum + row.dataSize, 0);
    expect(completedRow).toMatchObject({ status: "COMPLETED", uploadedPhotos: 10, dataSize });
    const totals = db().select().from(customerTotal).where(eq(customerTotal.customerId, field.customerId));
    expect(await totals.get()).toMatchObject({ photos: 10, bytes: dataSize });
    const events = await db()
      .select({ type: documentationEvent.type })
      .from(documentationEvent)
      .where(eq(documentationEvent.documentationId, field.id));
    for (const type of ["COMPLETED", "UPLOADED"] as const)
      expect(events.filter((event) => event.type === type)).toHaveLength(1);
    const auditEntries = await db()
      .select({ objectId: domainChange.objectId })
      .from(domainChange)
      .where(
        and(eq(domainChange.customerId, field.customerId), eq(domainChange.objectClass, "siteproof.Photo")),
      );
    expect(auditEntries.map(({ objectId }) => objectId).toSorted()).toEqual(
      rows.map(({ id }) => id).toSorted(),
    );
    // Both calls can be repeated.
    expect((await field.settleAll(ids)).every(({ stored }) => stored?.hasData)).toBe(true);
    expect((await field.announce(shots)).every(({ stored }) => stored?.hasData)).toBe(true);
  });

  it("2§4 have a result for each photo: known, damaged, foreign, not arrived, repeated", async () => {
    const field = await makeFieldDevice(3);
    const closedDocumentation = await makeDocumentation(field.customerId, { status: "APPROVED" });
    const [first, second] = [field.shot(1), field.shot(2, makePngBytes())];
    const third = field.shot(1, makePhotoWithTags({}));
    const previousItems = await field.announce([first, second]);
    const announcedAgain = await field.announce([
      first,
      { ...second, photo: { ...second.photo, name: "Overview_07" } },
      third,
      field.shot(4, makePlainPhoto(), { documentationId: closedDocumentation.id, documentationTaskId: null }),
      field.shot(5, makePlainPhoto(), { documentationId: crypto.randomUUID() }),
      field.shot(6, makePlainPhoto(), { documentationTaskId: crypto.randomUUID() }),
    ]);
    expect(announcedAgain.map(({ failure }) => failure?.code ?? null)).toEqual([
      ...[null, null, null],
      ...["documentationClosed", "notFound", "invalid"],
    ]);
    expect(announcedAgain[5]?.failure).toMatchObject({
      status: 422,
      fields: { "photo.documentationTaskId": "notFound" },
    });
    // A name in use is replaced by the next free one.
    expect((await field.photos()).map(({ name }) => name)).toEqual([
      "Overview_01",
      "Overview_07",
      "Overview_08",
    ]);
    const [firstResult, secondResult] = await field.put([first, second], announcedAgain.slice(0, 2));
    const left = announcedAgain[2]!.upload!.uploadId;
    const results = await field.settleAll([
      firstResult!,
      secondResult!,
      left,
      crypto.randomUUID(),
      firstResult!,
    ]);
    expect(results.map(({ stored, failure }) => failure?.code ?? stored?.hasData)).toEqual([
      ...[true, "notJpeg", "uploadNotArrived", "notFound", true],
    ]);
    // Settling the first announcement, whose URL was replaced, returns the stored photo.
    expect((await field.settleAll([previousItems[0]!.upload!.uploadId]))[0]?.stored).toMatchObject({
      hasData: true,
    });
  });

  it("3§6 accept nothing from and reveal nothing to another licence or customer", async () => {
    const [field, otherField] = [await makeFieldDevice(1), await makeFieldDevice(1)];
    const shot = field.shot(1);
    const announcedItems = await field.announce([shot, field.shot(2)]);
    const ids = await field.put([shot], announcedItems.slice(0, 1));
    expect((await otherField.settleAll(ids))[0]?.failure?.code).toBe("notFound");
    const duplicate = otherField.shot(1, makePlainPhoto(), { id: shot.photo.id });
    expect((await otherField.announce([duplicate, otherField.shot(2)]))[0]?.failure?.code).toBe("duplicate");
    expect((await otherField.announce([shot]))[0]?.failure?.code).toBe("notFound");
    expect((await field.settleAll(ids))[0]?.stored).toMatchObject({ hasData: true });
  });

  it("design§Jobs the client's settle call and the storage event make a photo's renditions once, and both succeed", async () => {
    const field = await makeFieldDevice(1);
    const shot = field.shot(1);
    const [id] = await field.put([shot], await field.announce([shot]));
    let reads = 0;
    const watchedEnv = watchEnv(env, {
      before: async ({ name }) => {
        if (name === "STORAGE.put") reads += 1;
      },
    });
    const results = await Promise.all([
      settleUpload(watchedEnv, db(), id!),
      settleUpload(watchedEnv, db(), id!),
      settleUpload(watchedEnv, db(), id!),
    ]);
    expect(results).toEqual(Array(3).fill({ state: "STORED" }));
    // One read for the thumbnail and one for the rendition.
    expect(reads).toBe(2);
  });

  it("design§Jobs a claim is released immediately if its holder fails, and after half a minute if its holder is killed", async () => {
    const field = await makeFieldDevice(1);
    const makeShot = field.shot(1);
    const [id] = await field.put([makeShot], await field.announce([makeShot]));
    const broken = watchEnv(env, {
      before: async ({ name }) => {
        if (name === "STORAGE.put") throw new Error("storage is away");
      },
    });
    await expect(settleUpload(broken, db(), id!)).rejects.toThrow("storage is away");
    const [left] = await db().select().from(upload).where(eq(upload.id, id!));
    expect(left).toMatchObject({ claimedAt: null, state: "RESERVED" });
    await db().update(upload).set({ claimedAt: "2020-01-01T00:00:00Z" }).where(eq(upload.id, id!));
    expect(await settleUpload(env, db(), id!, { shouldWait: false })).toEqual({ state: "STORED" });
  });
});
