import { and, eq, inArray } from "drizzle-orm";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { staffAuthorities } from "#domain/access/authorities.ts";
import { addSeconds } from "#domain/core/fields.ts";
import type { ProblemBody } from "#domain/core/problem.ts";
import type { FetchedDocumentation } from "#domain/endpoints/capture/handover.ts";
import type { EarlierPhotoRow, RetakeRequest, RetakeRow } from "#domain/endpoints/documentation/retake.ts";
import { removeOrphans } from "#worker/cron/removeOrphans.ts";
import { createServiceAuthor } from "#worker/db/audit.ts";
import {
  customerDocumentationStatus,
  documentation,
  documentationEvent,
  documentationTask,
  earlierPhoto,
  notice,
  orphanedObject,
  photo,
  retake,
  upload,
  uploadToken,
  user,
} from "#worker/db/schema/index.ts";
import { removeDocumentations } from "#worker/documentation/removeDocumentations.ts";
import { computeMd5 } from "#worker/ingest/reserve.ts";
import { markOrphanUnlessUsed, settleUpload } from "#worker/ingest/settleUpload.ts";
import { toPhotoObjectKey } from "#worker/media/photoKeys.ts";
import { type Caller, call, db, env, jsonOf, makeCaller, makeLicense } from "#worker/testing/factories.ts";
import { makeDocumentationWithTask, makeIngestedPhoto } from "#worker/testing/ingestedMedia.ts";
import { makePhotoWithTags, makePlainPhoto, makePngBytes } from "#worker/testing/photoTesting.ts";

/** A photo that differs from the one of `makeIngestedPhoto`. */
const makeBetterPhoto = (extraByteCount = 1) =>
  Uint8Array.from([...makePlainPhoto(), ...new Uint8Array(extraByteCount)]);
const newId = () => crypto.randomUUID();

interface SendBackResponse {
  items: RetakeRow[];
  link: { id: string; token: string; url: string } | null;
  status: string;
  version: number;
}

async function makeScene(overrides: Parameters<typeof makeDocumentationWithTask>[2] = {}) {
  const as = await makeCaller({ roles: staffAuthorities });
  const documentationWithTask = await makeDocumentationWithTask(
    as.customerId,
    {},
    { status: "COMPLETED", numberOfPhotos: 1, ...overrides },
  );
  const photoId = await makeIngestedPhoto(documentationWithTask, { comment: "north side" });
  return {
    as,
    documentationWithTask,
    id: documentationWithTask.row.id,
    taskId: documentationWithTask.task.id,
    photoId,
  };
}
type Scene = Awaited<ReturnType<typeof makeScene>>;

const createRetakes = (as: Caller, documentationId: string, items: object[], options: object = {}) =>
  call("POST", "/retake/create", { as, body: { documentationId, items, ...options } });
const sendBack = async ({ as, id, photoId }: Scene, options: object = {}) =>
  jsonOf<SendBackResponse>(createRetakes(as, id, [{ photoId, reason: "Too dark" }], options));
const readProblem = async (responsePromise: Response | Promise<Response>) => {
  const response = await responsePromise;
  return response.ok ? "ok" : (await jsonOf<ProblemBody>(response)).error;
};
const readCode = async (responsePromise: Response | Promise<Response>) => {
  const result = await readProblem(responsePromise);
  return result === "ok" ? result : result.code;
};
const findPhoto = async (id: string) => (await db().select().from(photo).where(eq(photo.id, id)).get())!;
const findDocumentation = async (id: string) =>
  (await db().select().from(documentation).where(eq(documentation.id, id)).get())!;
const listChanges = async (id: string) =>
  (await db().select().from(documentationEvent).where(eq(documentationEvent.documentationId, id))).flatMap(
    ({ params }) => params.change ?? [],
  );
const sha256Of = async (bytes: Uint8Array) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");

/** The upload that the link's page announces. */
const createAnnouncement = async (
  bytes: Uint8Array,
  target: { id: string; documentationTaskId?: string },
) => ({
  ...target,
  name: "image.jpg",
  size: bytes.length,
  sha256: await sha256Of(bytes),
  md5: computeMd5(bytes),
});
const reserve = async (
  token: string,
  bytes: Uint8Array,
  target: { id: string; documentationTaskId?: string },
) => call("POST", "/uploadToken/reserve", { body: { token, ...(await createAnnouncement(bytes, target)) } });
const storeBytes = async (uploadId: string, bytes: Uint8Array) => {
  const row = (await db().select().from(upload).where(eq(upload.id, uploadId)).get())!;
  await env.STORAGE.put(row.objectKey, bytes, { httpMetadata: { contentType: row.contentType } });
};
/** Uploads a photo with the calls of the link's page. */
async function sendPhoto(
  token: string,
  bytes: Uint8Array,
  target: { id: string; documentationTaskId?: string },
) {
  const { uploadId } = await jsonOf<{ uploadId: string }>(reserve(token, bytes, target));
  await storeBytes(uploadId, bytes);
  return call("POST", "/uploadToken/settle", { body: { token, uploadId } });
}

describe("a photo that is sent back", () => {
  it("P5 immich#5714 is still marked as of unknown time after it has been replaced", async () => {
    const setup = await makeScene();
    const { as, id, photoId } = setup;
    await db().update(photo).set({ dateFromDevice: false }).where(eq(photo.id, photoId));
    const { link } = await sendBack(setup);
    const datedPhoto = makePhotoWithTags({ exif: { 36867: "2026:05:04 09:30:00" } });
    expect(await readCode(sendPhoto(link!.token, datedPhoto, { id: photoId }))).toBe("ok");
    const { items } = await jsonOf<{ items: EarlierPhotoRow[] }>(
      call("GET", `/earlierPhoto/findAllByDocumentationId/${id}`, { as }),
    );
    expect(items.map(({ dateSource }) => dateSource)).toEqual(["ARRIVAL"]);
    const currentPhoto = await jsonOf<{ dateSource: string }>(call("GET", `/photos/${photoId}`, { as }));
    expect(currentPhoto.dateSource).toBe("EXIF");
  });

  it("design§Retakes is retaken through a link: the new photo replaces it, and the earlier one stays in its history", async () => {
    const setup = await makeScene();
    const { as, id, photoId, taskId } = setup;
    const oldPhoto = await findPhoto(photoId);
    await db().update(photo).set({ rotation: 1, reviewComment: "Blurred" }).where(eq(photo.id, photoId));
    const { items, link } = await sendBack(setup);
    expect(items).toMatchObject([
      { photoId, photoName: "Overview_01", taskName: "Overview", reason: "Too dark", outcome: null },
    ]);
    expect(link!.url).toContain("/retake?token=");

    const fetchRetakes = () =>
      jsonOf<{ items: RetakeRequest[] }>(
        call("POST", "/retake/getRetakeRequests", { body: { token: link!.token } }),
      );
    expect((await fetchRetakes()).items).toMatchObject([
      { photoId, reason: "Too dark", kind: "PHOTO", outcome: null, taskName: "Overview" },
    ]);
    const photoPath = `/retake/downloadPhoto/${items[0]!.id}?link=${link!.token}`;
    expect((await call("GET", photoPath)).headers.get("content-type")).toBe("image/jpeg");

    const newBytes = makePhotoWithTags({ exif: { 36867: "2026:05:04 09:30:00" } });
    expect(await readCode(sendPhoto(link!.token, newBytes, { id: photoId }))).toBe("ok");
    const newPhoto = await findPhoto(photoId);
    expect(newPhoto).toMatchObject({
      name: oldPhoto.name,
      documentationTaskId: taskId,
      comment: "north side",
      reviewComment: null,
      sha256: await sha256Of(newBytes),
      dataSize: newBytes.length,
      rotation: 0,
      hasData: true,
      imported: oldPhoto.imported,
    });
    expect(newPhoto.revision).not.toBe(oldPhoto.revision);
    expect(await findDocumentation(id)).toMatchObject({
      uploadedPhotos: 1,
      numberOfPhotos: 1,
      dataSize: newBytes.length,
    });
    expect(await listChanges(id)).toEqual(["RETAKE_ASKED", "PHOTO_RETAKEN"]);
    expect((await fetchRetakes()).items).toMatchObject([{ outcome: "TAKEN" }]);
    expect(await readCode(call("GET", photoPath))).toBe("notFound");

    const history = await jsonOf<{ items: EarlierPhotoRow[] }>(
      call("GET", `/earlierPhoto/findAllByDocumentationId/${id}`, { as }),
    );
    expect(history.items).toMatchObject([
      { photoId, sha256: oldPhoto.sha256, reason: "Too dark", reviewComment: "Blurred" },
    ]);
    const earlierPhotoId = history.items[0]!.id;
    const original = await call("GET", `/earlierPhoto/downloadOriginal/${earlierPhotoId}`, { as });
    expect(new Uint8Array(await original.arrayBuffer())).toEqual(makePlainPhoto());
    for (const form of ["thumbnail", "download"])
      expect((await call("GET", `/earlierPhoto/${form}/${earlierPhotoId}`, { as })).status).toBe(200);
    const retakes = await jsonOf<{ items: RetakeRow[] }>(
      call("GET", `/retake/findAllByDocumentationId/${id}`, { as }),
    );
    expect(retakes.items).toMatchObject([{ outcome: "TAKEN", link: { open: true } }]);
    expect(await db().select().from(notice).where(eq(notice.documentationId, id))).toMatchObject([
      { userId: as.userId, kind: "RETAKEN" },
    ]);
    const zip = async (query: string) => {
      const response = await call("GET", `/documentation/downloadZipFile/${id}${query}`, { as });
      return Buffer.from(await response.arrayBuffer()).toString("latin1");
    };
    const [plainZip, fullZip] = [await zip(""), await zip("?earlier=true")];
    expect(plainZip).not.toContain(oldPhoto.sha256);
    expect(plainZip).not.toContain("earlier/");
    expect(fullZip).toContain("earlier/Overview_01.jpg");
    expect(fullZip).toContain(`"sha256": "${oldPhoto.sha256}"`);
    expect(fullZip).toContain('"kind": "EARLIER_PHOTO"');
  });

  it("design§Retakes keeps its blurred areas blurred in its history, except for users who may edit photos", async () => {
    const setup = await makeScene();
    const { as, id, photoId } = setup;
    const { version } = await findPhoto(photoId);
    const markup = [{ type: "BLUR", from: [0, 0], to: [0.5, 0.5] }];
    await jsonOf(call("PUT", `/photos/${photoId}`, { as, body: { markup, version } }));
    const oldPhoto = await findPhoto(photoId);
    const { link } = await sendBack(setup);
    await sendPhoto(link!.token, makePhotoWithTags({ exif: { 36867: "2026:05:04 09:30:00" } }), {
      id: photoId,
    });
    const reader = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"], customerId: as.customerId });
    const { items } = await jsonOf<{ items: EarlierPhotoRow[] }>(
      call("GET", `/earlierPhoto/findAllByDocumentationId/${id}`, { as: reader }),
    );
    const original = `/earlierPhoto/downloadOriginal/${items[0]!.id}`;
    expect((await call("GET", original, { as })).status).toBe(200);
    expect(await readCode(call("GET", original, { as: reader }))).toBe("photoBlurred");
    const zip = unzipSync(
      new Uint8Array(
        await (
          await call("GET", `/documentation/downloadZipFile/${id}?earlier=true`, { as: reader })
        ).arrayBuffer(),
      ),
    );
    const [, bytes] = Object.entries(zip).find(([path]) => path.endsWith("earlier/Overview_01.jpg"))!;
    expect(await sha256Of(bytes)).toBe(oldPhoto.markedRenditionSha256);
    const [, manifest] = Object.entries(zip).find(([path]) => path.endsWith("manifest.json"))!;
    expect(new TextDecoder().decode(manifest)).toContain(`"sha256": "${oldPhoto.markedRenditionSha256}"`);
    expect(new TextDecoder().decode(manifest)).not.toContain(oldPhoto.sha256);
  });

  it("design§Retakes cannot be replaced by the same bytes, by a file that is not a JPEG, or without an open retake", async () => {
    const setup = await makeScene();
    const { link } = await sendBack(setup);
    const { token } = link!;
    const { photoId, documentationWithTask } = setup;
    expect(await readCode(reserve(token, makePlainPhoto(), { id: photoId }))).toBe("samePhoto");
    expect(await readCode(sendPhoto(token, makePngBytes(), { id: photoId }))).toBe("notJpeg");
    const otherPhotoId = await makeIngestedPhoto(documentationWithTask, { name: "Overview_02" });
    expect(await readCode(reserve(token, makeBetterPhoto(), { id: otherPhotoId }))).toBe("retakeEnded");
    expect(await readCode(reserve(token, makeBetterPhoto(), { id: newId() }))).toBe("retakeEnded");
    expect(
      await readCode(
        reserve(token, makeBetterPhoto(), {
          id: newId(),
          documentationTaskId: documentationWithTask.task.id,
        }),
      ),
    ).toBe("retakeEnded");
    // The refused photo changed nothing, and the link still accepts a correct one.
    expect((await findPhoto(photoId)).sha256).toBe(await sha256Of(makePlainPhoto()));
    expect(await readCode(sendPhoto(token, makeBetterPhoto(), { id: photoId }))).toBe("ok");
  });

  it("design§Retakes is replaced by the first of two concurrent senders; the second is refused, and nothing is lost", async () => {
    const setup = await makeScene();
    const { link } = await sendBack(setup);
    const { token } = link!;
    const [firstBytes, secondBytes] = [makeBetterPhoto(1), makeBetterPhoto(2)];
    const uploads = [];
    for (const bytes of [firstBytes, secondBytes]) {
      const { uploadId } = await jsonOf<{ uploadId: string }>(reserve(token, bytes, { id: setup.photoId }));
      await storeBytes(uploadId, bytes);
      uploads.push(uploadId);
    }
    const results = await Promise.all(uploads.map((uploadId) => settleUpload(env, db(), uploadId)));
    expect(results.map(({ state }) => state).toSorted()).toEqual(["REFUSED", "STORED"]);
    // Both calls can be repeated.
    for (const [index, uploadId] of uploads.entries())
      expect(await settleUpload(env, db(), uploadId)).toEqual(results[index]);
    expect(
      await db().select().from(earlierPhoto).where(eq(earlierPhoto.photoId, setup.photoId)),
    ).toHaveLength(1);
  });

  it("design§Retakes cannot be replaced, not even by uploads in progress, if the retake is withdrawn, the link revoked or expired, or the photo deleted", async () => {
    const setup = await makeScene();
    const { as, photoId } = setup;
    const { items, link } = await sendBack(setup);
    const { token } = link!;
    const changeRetake = (action: string) => call("POST", `/retake/${action}/${items[0]!.id}`, { as });
    const { uploadId } = await jsonOf<{ uploadId: string }>(
      reserve(token, makeBetterPhoto(), { id: photoId }),
    );
    await storeBytes(uploadId, makeBetterPhoto());
    expect(await jsonOf(changeRetake("withdraw"))).toMatchObject({ outcome: "WITHDRAWN" });
    expect(await jsonOf(changeRetake("withdraw"))).toMatchObject({ outcome: "WITHDRAWN" });
    expect(await settleUpload(env, db(), uploadId)).toMatchObject({
      state: "REFUSED",
      reason: "retakeEnded",
    });
    expect(await readCode(reserve(token, makeBetterPhoto(), { id: photoId }))).toBe("retakeEnded");
    expect(await jsonOf(changeRetake("reopen"))).toMatchObject({ outcome: null });
    const secondUpload = await jsonOf<{ uploadId: string }>(
      reserve(token, makeBetterPhoto(), { id: photoId }),
    );
    await storeBytes(secondUpload.uploadId, makeBetterPhoto());
    await db()
      .update(uploadToken)
      .set({ revokedAt: addSeconds(0) })
      .where(eq(uploadToken.id, link!.id));
    expect(await settleUpload(env, db(), secondUpload.uploadId)).toMatchObject({
      state: "REFUSED",
      reason: "linkUnknown",
    });
    await db()
      .update(uploadToken)
      .set({ revokedAt: null, expireDate: addSeconds(-1) })
      .where(eq(uploadToken.id, link!.id));
    expect(await readCode(reserve(token, makeBetterPhoto(), { id: photoId }))).toBe("linkExpired");
    await db()
      .update(uploadToken)
      .set({ expireDate: addSeconds(60) })
      .where(eq(uploadToken.id, link!.id));
    const lastUpload = await jsonOf<{ uploadId: string }>(reserve(token, makeBetterPhoto(), { id: photoId }));
    await storeBytes(lastUpload.uploadId, makeBetterPhoto());
    expect((await call("DELETE", `/photos/${photoId}`, { as })).status).toBe(200);
    expect(await settleUpload(env, db(), lastUpload.uploadId)).toEqual({ state: "GONE" });
    expect(await listChanges(setup.id)).toEqual([
      "RETAKE_ASKED",
      "RETAKE_WITHDRAWN",
      "RETAKE_ASKED",
      "PHOTO_DELETED",
    ]);
  });

  it("design§Retakes keeps its earlier bytes until the photo or the documentation is deleted", async () => {
    for (const deletedKind of ["photo", "documentation"]) {
      const setup = await makeScene();
      const { as, id, photoId } = setup;
      const oldPhoto = await findPhoto(photoId);
      const { link } = await sendBack(setup);
      expect(await readCode(sendPhoto(link!.token, makeBetterPhoto(), { id: photoId }))).toBe("ok");
      const keys = (["original", "thumbnail", "rendition"] as const).map((form) =>
        toPhotoObjectKey(oldPhoto, form),
      );
      // The storage event of the first upload may arrive late.
      await markOrphanUnlessUsed(db(), keys[0]!);
      const orphans = await db()
        .select()
        .from(orphanedObject)
        .where(inArray(orphanedObject.keyOrPrefix, keys));
      expect(orphans).toEqual([]);
      await removeOrphans(env, db(), new Date(Date.now() + 86_400_000));
      for (const key of keys) expect(await env.STORAGE.head(key)).not.toBeNull();
      if (deletedKind === "photo")
        expect((await call("DELETE", `/photos/${photoId}`, { as })).status).toBe(200);
      else
        await removeDocumentations(env, db(), {
          customerId: as.customerId,
          ids: [id],
          author: createServiceAuthor(as.customerId),
        });
      for (const key of keys) expect(await env.STORAGE.head(key)).toBeNull();
      expect(await db().select().from(earlierPhoto).where(eq(earlierPhoto.photoId, photoId))).toEqual([]);
    }
  });
});

describe("retakes", () => {
  it("design§Retakes cannot be created twice, without a reason, for another customer's photo, or for a task that cannot be answered", async () => {
    const setup = await makeScene();
    const { as, id, photoId, documentationWithTask } = setup;
    const foreignScene = await makeScene();
    const headerDocumentation = await makeDocumentationWithTask(as.customerId, { type: "HEADER" });
    const readFieldErrors = async (items: object[], options: object = {}) => {
      const result = await readProblem(createRetakes(as, id, items, options));
      return result === "ok" ? result : (result.fields ?? result.code);
    };
    const reason = "Too dark";
    expect(await readFieldErrors([{ photoId, reason: " " }])).toMatchObject({
      "items.0.reason": expect.anything(),
    });
    expect(await readFieldErrors([{ reason }])).toEqual({ "items.0.photoId": "required" });
    expect(
      await readFieldErrors([{ photoId, documentationTaskId: documentationWithTask.task.id, reason }]),
    ).toEqual({
      "items.0.documentationTaskId": "notAllowed",
    });
    expect(await readFieldErrors([{ photoId: foreignScene.photoId, reason }])).toEqual({
      "items.0.photoId": "notFound",
    });
    expect(await readFieldErrors([{ documentationTaskId: foreignScene.taskId, reason }])).toEqual({
      "items.0.documentationTaskId": "notFound",
    });
    expect(
      await readCode(createRetakes(as, foreignScene.id, [{ photoId: foreignScene.photoId, reason }])),
    ).toBe("notFound");
    expect(
      await readCode(
        createRetakes(as, headerDocumentation.row.id, [
          { documentationTaskId: headerDocumentation.task.id, reason },
        ]),
      ),
    ).toBe("invalid");
    expect(await readFieldErrors([{ photoId, reason }], { link: false })).toEqual({ link: "required" });
    expect(
      await readFieldErrors([
        { photoId, reason },
        { photoId, reason },
      ]),
    ).toEqual({ "items.1.photoId": "duplicate" });
    expect(await readFieldErrors([{ photoId, reason }])).toBe("ok");
    expect(await readFieldErrors([{ photoId, reason }])).toEqual({ "items.0.photoId": "duplicate" });
    expect(await readCode(call("POST", `/retake/withdraw/${newId()}`, { as }))).toBe("notFound");
    const [row] = await db().select().from(retake).where(eq(retake.photoId, photoId));
    expect(await readCode(call("POST", `/retake/withdraw/${row!.id}`, { as: foreignScene.as }))).toBe(
      "notFound",
    );
  });

  it("design§Retakes are created once if two users send the same photo back concurrently", async () => {
    const setup = await makeScene();
    const codes = await Promise.all(
      [1, 2].map(() =>
        readCode(createRetakes(setup.as, setup.id, [{ photoId: setup.photoId, reason: "Too dark" }])),
      ),
    );
    expect(codes.toSorted()).toEqual(["invalid", "ok"]);
    expect(await db().select().from(retake).where(eq(retake.photoId, setup.photoId))).toHaveLength(1);
  });

  it("design§Retakes of a task accept additional photos until the link ends", async () => {
    const { as, id, taskId } = await makeScene();
    const { items, link } = await jsonOf<SendBackResponse>(
      createRetakes(as, id, [{ documentationTaskId: taskId, reason: "One from the south, too" }]),
    );
    const request = () => ({ id: newId(), documentationTaskId: taskId });
    expect(await readCode(sendPhoto(link!.token, makeBetterPhoto(1), request()))).toBe("ok");
    expect(await readCode(sendPhoto(link!.token, makeBetterPhoto(2), request()))).toBe("ok");
    expect(
      (await db().select().from(photo).where(eq(photo.documentationTaskId, taskId)))
        .map((row) => row.name)
        .toSorted(),
    ).toEqual(["Overview_01", "Overview_02", "Overview_03"]);
    expect(await db().select().from(retake).where(eq(retake.id, items[0]!.id))).toMatchObject([
      { outcome: "TAKEN" },
    ]);
    expect(await db().select().from(notice).where(eq(notice.documentationId, id))).toHaveLength(1);
  });

  it("design§Retakes of a drawing are answered with a photo", async () => {
    const { as, id, taskId } = await makeScene();
    await db().update(documentationTask).set({ type: "DRAWING" }).where(eq(documentationTask.id, taskId));
    const { items, link } = await jsonOf<SendBackResponse>(
      createRetakes(as, id, [{ documentationTaskId: taskId, reason: "In ink" }]),
    );
    const { token } = link!;
    const requests = await jsonOf<{ items: RetakeRequest[] }>(
      call("POST", "/retake/getRetakeRequests", { body: { token } }),
    );
    expect(requests.items).toMatchObject([{ kind: "PHOTO", task: null, reason: "In ink" }]);
    expect(
      await readCode(sendPhoto(token, makeBetterPhoto(1), { id: newId(), documentationTaskId: taskId })),
    ).toBe("ok");
    expect(await db().select().from(retake).where(eq(retake.id, items[0]!.id))).toMatchObject([
      { outcome: "TAKEN" },
    ]);
  });
});

describe("retakes on devices", () => {
  it("design§Retakes arrive with the handed-over documentation; a device's new photo replaces the old one", async () => {
    const license = await makeLicense({ pauseDocumentations: true });
    const as = await makeCaller({ customerId: license.customerId, roles: staffAuthorities });
    await db().insert(customerDocumentationStatus).values({ customerId: as.customerId, status: "PAUSED" });
    const reviewer = (await db().select().from(user).where(eq(user.id, as.userId)).get())!;
    const fieldCaller = await makeCaller({ customerId: as.customerId });
    const { username } = (await db().select().from(user).where(eq(user.id, fieldCaller.userId)).get())!;
    const documentationWithTask = await makeDocumentationWithTask(
      as.customerId,
      {},
      { status: "COMPLETED", licenseId: license.id, creator: username, numberOfPhotos: 1 },
    );
    const photoId = await makeIngestedPhoto(documentationWithTask);
    const { id } = documentationWithTask.row;
    const sendBackResult = await jsonOf<SendBackResponse>(
      createRetakes(as, id, [{ photoId, reason: "Too dark" }], { link: false, handOver: true }),
    );
    expect(sendBackResult).toMatchObject({ link: null, status: "PAUSED", items: [{ link: null }] });
    expect(await db().select().from(notice).where(eq(notice.documentationId, id))).toMatchObject([
      { userId: fieldCaller.userId, kind: "SENT_BACK", params: { reason: "Too dark" } },
    ]);
    const callAsDevice = (path: string, body: object) =>
      call("POST", path, { body: { ...body, licenseCode: license.licenseCode } });
    const handedOverList = await jsonOf<{ items: object[] }>(
      callAsDevice("/documentation/findHandedOverByLicenseCode", {}),
    );
    expect(handedOverList.items).toMatchObject([{ id, retakes: 1 }]);
    const fetchId = newId();
    const fetchedDocumentation = await jsonOf<FetchedDocumentation>(
      callAsDevice("/documentation/fetchWithLicenseCode", {
        id,
        fetchId,
        creator: "field",
        deviceId: "tablet",
      }),
    );
    expect(fetchedDocumentation.retakes).toMatchObject([
      { photoId, reason: "Too dark", creator: reviewer.username },
    ]);

    const newBytes = makeBetterPhoto();
    const announce = (bytes: Uint8Array) =>
      callAsDevice("/photo/reserveUpload", {
        id: photoId,
        size: bytes.length,
        md5: computeMd5(bytes),
        contentType: "image/jpeg",
        retaken: {
          creator: "second",
          dateCreated: "2026-05-04T09:30:00Z",
          lat: 64.7,
          lng: 20.9,
          rotation: 1,
        },
      });
    expect(await readCode(announce(makePlainPhoto()))).toBe("samePhoto");
    const { uploadId } = await jsonOf<{ uploadId: string }>(announce(newBytes));
    // On a slow connection, a device completes before its uploads arrive.
    expect(
      (await callAsDevice("/documentation/completeWithLicenseCode", { id, creator: "second", fetchId }))
        .status,
    ).toBe(200);
    await storeBytes(uploadId, newBytes);
    expect(await readCode(callAsDevice("/photo/settleUpload", { uploadId }))).toBe("ok");
    expect(await findPhoto(photoId)).toMatchObject({
      creator: "second",
      dateCreated: "2026-05-04T09:30:00Z",
      lat: 64.7,
      rotation: 1,
      derivativeRotation: 1,
      sha256: await sha256Of(newBytes),
    });
    expect(await findDocumentation(id)).toMatchObject({
      status: "COMPLETED",
      uploadedPhotos: 1,
      numberOfPhotos: 1,
    });
    expect(await db().select().from(retake).where(eq(retake.photoId, photoId))).toMatchObject([
      { outcome: "TAKEN", endedBy: "second" },
    ]);
    // Without an open retake, the photo counts as already stored.
    expect(await readCode(announce(makeBetterPhoto(2)))).toBe("duplicate");
  });

  it("2§4 require that the customer has the status; otherwise nothing is written", async () => {
    const setup = await makeScene();
    const { as, id, photoId } = setup;
    const items = [{ photoId, reason: "Too dark" }];
    expect(await readCode(createRetakes(as, id, items, { handOver: true }))).toBe("ruleBroken");
    expect(await db().select().from(retake).where(eq(retake.documentationId, id))).toEqual([]);
    expect(await db().select().from(uploadToken).where(eq(uploadToken.documentationId, id))).toEqual([]);
    await db().insert(customerDocumentationStatus).values({ customerId: as.customerId, status: "PAUSED" });
    const sendBackResult = await jsonOf<SendBackResponse>(createRetakes(as, id, items, { handOver: true }));
    expect(sendBackResult).toMatchObject({ status: "PAUSED", link: { token: expect.any(String) } });
    expect(
      await db()
        .select()
        .from(documentationEvent)
        .where(
          and(eq(documentationEvent.documentationId, id), eq(documentationEvent.type, "STATUS_CHANGED")),
        ),
    ).toMatchObject([{ params: { status: "PAUSED" } }]);
  });
});
