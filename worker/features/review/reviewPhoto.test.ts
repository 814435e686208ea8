import { createHash } from "node:crypto";
import { asc, eq, like } from "drizzle-orm";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { Authority } from "#domain/access/authorities.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { removeOrphans } from "#worker/cron/removeOrphans.ts";
import {
  customerTotal,
  documentation,
  documentationEvent,
  domainChange,
  file,
  orphanedObject,
  photo,
} from "#worker/db/schema/index.ts";
import { createPhotoPrefix, listPhotoKeys, toFileObjectKey } from "#worker/media/photoKeys.ts";
import { addExif, makeTiff } from "#worker/media/testing/exifSegment.ts";
import { type Caller, call, db, env, jsonOf, makeCaller, makeSuperAdmin } from "#worker/testing/factories.ts";
import {
  makeDocumentationWithTask,
  makeIngestedFile,
  makeIngestedPhoto,
} from "#worker/testing/ingestedMedia.ts";
import { makePlainPhoto } from "#worker/testing/photoTesting.ts";
import { readColours } from "#worker/testing/pictureTesting.ts";

const roles: Authority[] = [
  "ROLE_DOCUMENTATION_READ",
  "ROLE_PHOTO_WRITE",
  "ROLE_FILE_READ",
  "ROLE_FILE_WRITE",
];
const makeStaff = () => makeCaller({ roles });
const readBytes = async (response: Response | Promise<Response>) =>
  new Uint8Array(await (await response).arrayBuffer());
const computeSha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const get = (as: Caller, path: string, headers = {}) => call("GET", path, { as, headers });
const editPhoto = (as: Caller, id: string, body: object) => call("PUT", `/photos/${id}`, { as, body });
const listKeys = async (customerId: number, id: string) =>
  (await env.STORAGE.list({ prefix: createPhotoPrefix(String(customerId), id) })).objects.map(
    ({ key }) => key,
  );
const findPhoto = async (id: string) => (await db().select().from(photo).where(eq(photo.id, id)).get())!;
const findDocumentation = async (id: string) =>
  (await db().select().from(documentation).where(eq(documentation.id, id)).get())!;
const listEventParams = async (documentationId: string) =>
  (
    await db()
      .select()
      .from(documentationEvent)
      .where(eq(documentationEvent.documentationId, documentationId))
      .orderBy(asc(documentationEvent.eventDate))
  )
    .filter(({ type }) => type === "TASK_EDIT")
    .map(({ params }) => params);
const sweepOrphans = async () => {
  await db().update(orphanedObject).set({ dateCreated: "2026-01-01T00:00:00Z" });
  // A run deletes at most a hundred objects, and other tests may have left orphans.
  while (await removeOrphans(env, db(), new Date()));
};

/** Orientation 6: stored as red green over blue white, displayed as blue red over white green. */
const makeSidewaysPhoto = () => addExif(makePlainPhoto(), makeTiff({ image: { 274: 6 } }));
const turnedColours = ["white", "blue", "green", "red"];

describe("a photo's name and comment", () => {
  it("2§5 can be edited, with an event of the documentation and an audit entry", async () => {
    const as = await makeStaff();
    const owner = await makeDocumentationWithTask(as.customerId);
    const id = await makeIngestedPhoto(owner);
    const { version } = await findPhoto(id);
    const editedPhoto = await jsonOf<PhotoRow>(
      editPhoto(as, id, { name: "North side", reviewComment: " rust ", version }),
    );
    expect(editedPhoto).toMatchObject({
      ...{ id, name: "North side", comment: null, reviewComment: "rust", version: version + 1 },
    });
    expect(await jsonOf(editPhoto(as, id, { reviewComment: "", version: version + 1 }))).toMatchObject({
      reviewComment: null,
    });
    expect(await listEventParams(owner.row.id)).toEqual([
      {
        change: "PHOTO_EDITED",
        task: "Overview",
        photo: "North side",
        from: "Overview_01",
        to: "North side",
        comment: "rust",
        previousComment: "",
      },
      {
        ...{ change: "PHOTO_EDITED", task: "Overview", photo: "North side" },
        ...{ comment: "", previousComment: "rust" },
      },
    ]);
    const auditEntries = await db().select().from(domainChange).where(eq(domainChange.objectId, id));
    expect(auditEntries.at(-2)).toMatchObject({
      userId: as.userId,
      params: {
        name: { before: "Overview_01", after: "North side" },
        reviewComment: { before: null, after: "rust" },
      },
    });
    expect((await findDocumentation(owner.row.id)).lastUpdated > "2026-01-01T00:00:00Z").toBe(true);
  });

  it("2§5 the crew's comment is unchanged, whichever field a client uses for the reviewer's", async () => {
    const as = await makeStaff();
    const owner = await makeDocumentationWithTask(as.customerId);
    const crewComment = "Stolpe med röta 40 cm över mark.";
    const id = await makeIngestedPhoto(owner, { comment: crewComment });
    const change = async (body: object) =>
      jsonOf<PhotoRow & { error?: { fields: object } }>(
        editPhoto(as, id, { ...body, version: (await findPhoto(id)).version }),
      );
    for (const [body, reviewComment] of [
      [{ comment: "Bra" }, "Bra"],
      // A client sends the whole row back.
      [{ comment: crewComment, rotation: 1 }, "Bra"],
      [{ comment: crewComment, reviewComment: "Bättre" }, "Bättre"],
      [{ comment: "Bra", reviewComment: "Bättre" }, "Bra"],
      [{ comment: null }, null],
      [{ reviewComment: crewComment }, crewComment],
    ] as const)
      expect([body, await change(body)]).toMatchObject([body, { comment: crewComment, reviewComment }]);
    expect(await change({ comment: "Bra", reviewComment: "Dåligt" })).toMatchObject({
      error: { fields: { comment: "readOnly" } },
    });
    expect(await findPhoto(id)).toMatchObject({ comment: crewComment, reviewComment: crewComment });
    expect(
      (await listEventParams(owner.row.id)).map(({ comment, previousComment }) => [previousComment, comment]),
    ).toEqual([
      ["", "Bra"],
      [undefined, undefined],
      ["Bra", "Bättre"],
      ["Bättre", "Bra"],
      ["Bra", ""],
      ["", crewComment],
    ]);
  });

  it("2§5 are validated: a name is required, a comment has at most 255 characters, and a rotation is at most 3", async () => {
    const as = await makeStaff();
    const id = await makeIngestedPhoto(await makeDocumentationWithTask(as.customerId));
    const { version } = await findPhoto(id);
    for (const [body, field] of [
      [{ name: " " }, "name"],
      [{ comment: "x".repeat(256) }, "comment"],
      [{ reviewComment: "x".repeat(256) }, "reviewComment"],
      [{ rotation: 4 }, "rotation"],
      [{ id: crypto.randomUUID() }, "id"],
    ] as const) {
      const response = await jsonOf<{ error: { fields: object } }>(editPhoto(as, id, { ...body, version }));
      expect(Object.keys(response.error.fields)).toEqual([field]);
    }
  });

  it("2§6 can be edited only with ROLE_PHOTO_WRITE, in the user's customer, and in a documentation that is not deleted", async () => {
    const as = await makeStaff();
    const owner = await makeDocumentationWithTask(as.customerId);
    const id = await makeIngestedPhoto(owner);
    const { version } = await findPhoto(id);
    const reader = await makeCaller({ customerId: as.customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    for (const [caller, status] of [
      [reader, 403],
      [await makeStaff(), 404],
    ] as const) {
      expect((await editPhoto(caller, id, { name: "x", version })).status).toBe(status);
      expect((await call("DELETE", `/photos/${id}`, { as: caller })).status).toBe(status);
    }
    await db().update(documentation).set({ status: "DELETED" }).where(eq(documentation.id, owner.row.id));
    expect((await editPhoto(await makeSuperAdmin(), id, { name: "x", version })).status).toBe(422);
    expect((await call("DELETE", `/photos/${id}`, { as })).status).toBe(404);
    expect((await findPhoto(id)).name).toBe("Overview_01");
  });
});

describe("a rotated photo", () => {
  it("2§5 is rotated in thumbnail, download, PowerPoint, Word and Excel; the original's bytes stay", async () => {
    const as = await makeStaff();
    const owner = await makeDocumentationWithTask(as.customerId);
    const bytes = makeSidewaysPhoto();
    const id = await makeIngestedPhoto(owner, { bytes });
    const { version } = await findPhoto(id);
    const rotatedPhoto = await jsonOf<PhotoRow>(editPhoto(as, id, { rotation: 1, version }));
    // Upright, the photo is 64 x 96.
    expect(rotatedPhoto).toMatchObject({
      rotation: 1,
      derivativeRotation: 1,
      width: 96,
      height: 64,
      version: version + 1,
    });
    for (const form of ["thumbnail", "download"])
      expect(await readColours(await readBytes(get(as, `/photo/${form}/${id}`)))).toEqual(turnedColours);
    const original = await readBytes(get(as, `/photo/downloadOriginal/${id}`));
    expect([computeSha256(original), computeSha256(original)]).toEqual([
      computeSha256(bytes),
      rotatedPhoto.sha256,
    ]);

    const readExport = async (query: string) => {
      const path = `/documentation/downloadExportDocument/${owner.row.id}?${query}`;
      const files = unzipSync(await readBytes(get(as, path)));
      const textOf = (name: RegExp) =>
        Object.entries(files)
          .filter(([path]) => name.test(path))
          .map(([, data]) => new TextDecoder().decode(data))
          .join("\n");
      const media = Object.entries(files).filter(([path]) => /media\/.*\.jpe?g$/.test(path));
      return { text: textOf, media: media.map(([, data]) => data) };
    };
    for (const [type, drawing] of [
      ["PHOTO_POWERPOINT_PRESENTATION", /slides\/slide\d+\.xml$/],
      ["PHOTO_WORD_DOCUMENT", /word\/document\.xml$/],
      ["PHOTO_EXCEL_WORKBOOK", /drawings\/drawing\d+\.xml$/],
    ] as const) {
      // The rendition's pixels are rotated, so its frame is not. The original's are not, so its frame is rotated: for the
      // orientation, and once more.
      const rendition = await readExport(`type=${type}`);
      expect(rendition.media).toHaveLength(1);
      expect([type, await readColours(rendition.media[0]!)]).toEqual([type, turnedColours]);
      expect([type, /<a:xfrm[^>]* rot="(?!0")/.test(rendition.text(drawing))]).toEqual([type, false]);
      const full = await readExport(`type=${type}&photos=original`);
      expect([type, computeSha256(full.media[0]!)]).toEqual([type, computeSha256(bytes)]);
      expect([type, full.text(drawing)]).toEqual([type, expect.stringContaining('rot="10800000"')]);
    }
    const zip = unzipSync(await readBytes(get(as, `/documentation/downloadZipFile/${owner.row.id}`)));
    const [, photoBytes] = Object.entries(zip).find(([path]) => path.endsWith(".jpg"))!;
    expect(computeSha256(photoBytes)).toBe(computeSha256(bytes));
    const manifest = Object.entries(zip).find(([path]) => path.endsWith("manifest.json"))![1];
    expect(JSON.parse(new TextDecoder().decode(manifest))).toMatchObject({ items: [{ rotation: 1 }] });
    expect(await listEventParams(owner.row.id)).toEqual([
      { change: "PHOTO_EDITED", task: "Overview", photo: "Overview_01", rotation: "1" },
    ]);
  });

  it("2§5 is as before after four quarter turns, and leaves nothing behind", async () => {
    const as = await makeStaff();
    const id = await makeIngestedPhoto(await makeDocumentationWithTask(as.customerId));
    const initialState = await findPhoto(id);
    const thumbnail = await readBytes(get(as, `/photo/thumbnail/${id}`));
    let { version } = initialState;
    for (const rotation of [1, 2, 3, 0]) {
      expect(await jsonOf(editPhoto(as, id, { rotation, version }))).toMatchObject({
        rotation,
        derivativeRotation: rotation,
      });
      version += 1;
    }
    expect(await readBytes(get(as, `/photo/thumbnail/${id}`))).toEqual(thumbnail);
    const finalState = await findPhoto(id);
    expect(finalState).toMatchObject({
      etag: initialState.etag,
      sha256: initialState.sha256,
      revision: initialState.revision,
    });
    await sweepOrphans();
    expect((await listKeys(as.customerId, id)).sort()).toEqual(listPhotoKeys(finalState).sort());
    expect((await get(as, `/photo/download/${id}`)).status).toBe(200);
  });

  it("design§Photos is shown as its reviewer rotated it even if its renditions are older than the rotation", async () => {
    const as = await makeStaff();
    const id = await makeIngestedPhoto(await makeDocumentationWithTask(as.customerId), {
      bytes: makeSidewaysPhoto(),
    });
    // As after a crash, or on a device that set a rotation before renditions supported it.
    await db().update(photo).set({ rotation: 1 }).where(eq(photo.id, id));
    const { version, derivativeRevision, documentationId } = await findPhoto(id);
    // Until the rendition is updated, documents rotate the frame instead.
    const slides = unzipSync(
      await readBytes(
        get(
          as,
          `/documentation/downloadExportDocument/${documentationId}?type=PHOTO_POWERPOINT_PRESENTATION`,
        ),
      ),
    );
    const slideEntries = Object.entries(slides).filter(([path]) => /slides\/slide\d+\.xml$/.test(path));
    expect(slideEntries.map(([, data]) => new TextDecoder().decode(data)).join()).toContain('rot="5400000"');
    const photos = await jsonOf(get(as, `/photos?documentationId=${documentationId}`));
    expect(photos).toMatchObject({ items: [{ rotation: 1, derivativeRotation: 1, width: 96, height: 64 }] });
    const responses = await Promise.all(
      [1, 2, 3].map(() => get(as, `/photo/thumbnail/${id}?v=${derivativeRevision}`)),
    );
    for (const response of responses)
      expect(await readColours(await readBytes(response))).toEqual(turnedColours);
    expect(await findPhoto(id)).toMatchObject({ rotation: 1, derivativeRotation: 1, version });
    await sweepOrphans();
    expect((await listKeys(as.customerId, id)).sort()).toEqual(listPhotoKeys(await findPhoto(id)).sort());
  });

  it("design§Photos has renditions with the device's rotation from the start", async () => {
    const as = await makeStaff();
    const id = await makeIngestedPhoto(await makeDocumentationWithTask(as.customerId), {
      bytes: makeSidewaysPhoto(),
      rotation: 1,
    });
    expect(await findPhoto(id)).toMatchObject({
      rotation: 1,
      derivativeRotation: 1,
      renditionWidth: 96,
      renditionHeight: 64,
    });
    expect(await readColours(await readBytes(get(as, `/photo/download/${id}`)))).toEqual(turnedColours);
  });

  it("issue5 keeps one rotation if two reviewers rotate it concurrently, and the other is refused", async () => {
    const as = await makeStaff();
    const owner = await makeDocumentationWithTask(as.customerId);
    const id = await makeIngestedPhoto(owner);
    const { version } = await findPhoto(id);
    const responses = await Promise.all([
      editPhoto(as, id, { rotation: 1, version }),
      editPhoto(as, id, { rotation: 2, version }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    const row = await findPhoto(id);
    expect(row.derivativeRotation).toBe(row.rotation);
    expect(await listEventParams(owner.row.id)).toHaveLength(1);
    await sweepOrphans();
    expect((await listKeys(as.customerId, id)).sort()).toEqual(listPhotoKeys(row).sort());
  });
});

describe("the calls for a photo's bytes", () => {
  it("2§7 respond with entity tags, ranges, 304, 412 and 416; the URL of a displayed photo may be cached", async () => {
    const as = await makeStaff();
    const id = await makeIngestedPhoto(await makeDocumentationWithTask(as.customerId));
    const { version, derivativeRevision } = await findPhoto(id);
    for (const form of ["thumbnail", "download", "downloadOriginal"]) {
      const path = `/photo/${form}/${id}`;
      const full = await get(as, path);
      const etag = full.headers.get("etag")!;
      const bytes = await readBytes(full);
      expect([form, full.status, full.headers.get("content-length")]).toEqual([
        form,
        200,
        String(bytes.length),
      ]);
      expect(full.headers.get("cache-control")).toMatch(/^private, no-cache/);
      expect(full.headers.get("x-content-type-options")).toBe("nosniff");
      const part = await get(as, path, { range: "bytes=10-19" });
      expect([part.status, await readBytes(part)]).toEqual([206, bytes.slice(10, 20)]);
      for (const [headers, status] of [
        [{ "if-none-match": etag }, 304],
        [{ "if-match": '"another"' }, 412],
        [{ "if-match": etag }, 200],
        [{ range: `bytes=${bytes.length}-` }, 416],
        [{ range: "bytes=0-0", "if-range": '"another"' }, 200],
      ] as const)
        expect([form, headers, (await get(as, path, headers)).status]).toEqual([form, headers, status]);
    }
    const thumbnail = await get(as, `/photo/thumbnail/${id}?v=${derivativeRevision}`);
    expect(thumbnail.headers.get("cache-control")).toBe("private, max-age=86400, immutable");
    expect(thumbnail.headers.get("content-disposition")).toBeNull();
    const otherThumbnail = await get(as, `/photo/thumbnail/${id}?v=another`);
    expect(otherThumbnail.headers.get("cache-control")).toBe("private, no-cache");
    // Rotating changes the entity tag of every form but the original.
    const fetchEtags = async () =>
      Promise.all(
        ["thumbnail", "download", "downloadOriginal"].map(async (form) =>
          (await get(as, `/photo/${form}/${id}`)).headers.get("etag"),
        ),
      );
    const [initialState, , finalState] = [
      await fetchEtags(),
      await editPhoto(as, id, { rotation: 2, version }),
      await fetchEtags(),
    ];
    expect(initialState.map((tag, index) => tag === finalState[index])).toEqual([false, false, true]);
  });

  it("2§6 are for readers of the customer, and never serve deleted photos", async () => {
    const as = await makeStaff();
    const owner = await makeDocumentationWithTask(as.customerId);
    const id = await makeIngestedPhoto(owner);
    for (const form of ["thumbnail", "download", "downloadOriginal"]) {
      expect((await get(await makeStaff(), `/photo/${form}/${id}`)).status).toBe(404);
      expect(
        (await get(await makeCaller({ customerId: as.customerId }), `/photo/${form}/${id}`)).status,
      ).toBe(403);
    }
    await db().update(documentation).set({ status: "DELETED" }).where(eq(documentation.id, owner.row.id));
    expect((await get(as, `/photo/downloadOriginal/${id}`)).status).toBe(404);
  });
});

describe("deleting", () => {
  it("2§6 a photo removes its objects and updates the counts, and renames no other photo", async () => {
    const as = await makeStaff();
    const owner = await makeDocumentationWithTask(as.customerId, {}, { numberOfPhotos: 3 });
    const ids: string[] = [];
    for (const name of ["Overview_01", "Overview_02", "Overview_03"])
      ids.push(await makeIngestedPhoto(owner, { name }));
    const readTotal = async () =>
      (await db().select().from(customerTotal).where(eq(customerTotal.customerId, as.customerId)).get())!;
    const initialState = await readTotal();
    expect(await jsonOf(call("DELETE", `/photos/${ids[1]}`, { as }))).toEqual({ success: true });
    expect(await listKeys(as.customerId, ids[1]!)).toEqual([]);
    expect(
      await db()
        .select()
        .from(orphanedObject)
        .where(like(orphanedObject.keyOrPrefix, `%${ids[1]}%`)),
    ).toEqual([]);
    expect(await findDocumentation(owner.row.id)).toMatchObject({ numberOfPhotos: 2, uploadedPhotos: 2 });
    expect((await readTotal()).photos).toBe(initialState.photos - 1);
    expect((await readTotal()).bytes).toBe(initialState.bytes - makePlainPhoto().length);
    const remainingPhotos = await db().select().from(photo).where(eq(photo.documentationId, owner.row.id));
    expect(remainingPhotos.map(({ name }) => name).sort()).toEqual(["Overview_01", "Overview_03"]);
    expect((await call("DELETE", `/photos/${ids[1]}`, { as })).status).toBe(404);
    expect(await listEventParams(owner.row.id)).toEqual([
      { change: "PHOTO_DELETED", task: "Overview", photo: "Overview_02" },
    ]);
    const auditEntries = await db().select().from(domainChange).where(eq(domainChange.objectId, ids[1]!));
    expect(auditEntries.at(-1)).toMatchObject({
      action: "DELETE",
      params: { name: { before: "Overview_02" } },
    });
  });

  it("design§Photos a photo may leave objects behind after a crash, which are then swept", async () => {
    const as = await makeStaff();
    const owner = await makeDocumentationWithTask(as.customerId);
    const id = await makeIngestedPhoto(owner);
    const failingEnv = { ...env, STORAGE: { delete: () => Promise.reject(new Error("storage is down")) } };
    const { deletePhoto } = await import("./reviewPhoto.ts");
    const actor = { ...(await makeActor(as)) };
    await deletePhoto(failingEnv as never, db(), actor, id);
    expect(await listKeys(as.customerId, id)).toHaveLength(3);
    await sweepOrphans();
    expect(await listKeys(as.customerId, id)).toEqual([]);
  });

  it("2§4 the photo that never arrived completes the documentation that waited for it", async () => {
    const as = await makeStaff();
    const owner = await makeDocumentationWithTask(
      as.customerId,
      {},
      { status: "ONGOING", numberOfPhotos: 2, completionRequested: "2026-05-04T09:30:00Z" },
    );
    await makeIngestedPhoto(owner);
    const [missingPhoto] = await db()
      .insert(photo)
      .values({
        customerId: as.customerId,
        documentationId: owner.row.id,
        name: "Overview_02",
        creator: "field",
      })
      .returning();
    expect((await findDocumentation(owner.row.id)).status).toBe("ONGOING");
    expect((await call("DELETE", `/photos/${missingPhoto!.id}`, { as })).status).toBe(200);
    expect(await findDocumentation(owner.row.id)).toMatchObject({
      status: "COMPLETED",
      numberOfPhotos: 1,
      uploadedPhotos: 1,
    });
  });

  it("2§6 a file removes its object; renaming and deleting it requires ROLE_FILE_WRITE", async () => {
    const as = await makeStaff();
    const owner = await makeDocumentationWithTask(as.customerId, { type: "FILE", name: "Protocol" });
    const id = await makeIngestedFile(owner);
    const row = (await db().select().from(file).where(eq(file.id, id)).get())!;
    const rename = (caller: Caller, version: number) =>
      call("PUT", `/files/${id}`, { as: caller, body: { name: "final.txt", version } });
    const reader = await makeCaller({
      customerId: as.customerId,
      roles: ["ROLE_FILE_READ", "ROLE_PHOTO_WRITE"],
    });
    expect((await rename(reader, row.version)).status).toBe(403);
    expect((await rename(await makeStaff(), row.version)).status).toBe(404);
    expect(await jsonOf(rename(as, row.version))).toMatchObject({
      name: "final.txt",
      version: row.version + 1,
    });
    expect(await jsonOf(rename(as, row.version))).toMatchObject({ error: { code: "staleVersion" } });
    expect((await call("DELETE", `/files/${id}`, { as: reader })).status).toBe(403);
    expect(await jsonOf(call("DELETE", `/files/${id}`, { as }))).toEqual({ success: true });
    expect(await env.STORAGE.head(toFileObjectKey(row))).toBeNull();
    expect((await findDocumentation(owner.row.id)).dataSize).toBe(0);
    expect(await listEventParams(owner.row.id)).toEqual([
      { change: "FILE_EDITED", task: "Protocol", file: "final.txt", from: "protocol.txt", to: "final.txt" },
      { change: "FILE_DELETED", task: "Protocol", file: "final.txt" },
    ]);
  });
});

const makeActor = async (as: Caller) => ({
  userId: as.userId,
  username: "staff",
  customerId: as.customerId,
  customerName: "",
  authorities: new Set(roles),
  products: new Set<never>(),
  sessionId: as.sessionId,
  realUserId: null,
});
