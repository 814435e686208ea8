import { createHash } from "node:crypto";
import { asc, eq, like } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Authority } from "#domain/access/authorities.ts";
import type { DocumentationDetails, FileRow, PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { removeOrphans } from "#worker/cron/removeOrphans.ts";
import { settleUploads } from "#worker/cron/settleUploads.ts";
import {
  customerTotal,
  documentation,
  documentationEvent,
  domainChange,
  file,
  orphanedObject,
  photo,
  upload,
  user,
} from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeLicense,
  makeSuperAdmin,
} from "#worker/testing/factories.ts";
import { makeDocumentationWithTask, makeIngestedPhoto } from "#worker/testing/ingestedMedia.ts";
import {
  makeHugePhoto,
  makePhotoWithTags,
  makePlainPhoto,
  makePngBytes,
  md5Of,
} from "#worker/testing/photoTesting.ts";

const roles: Authority[] = [
  "ROLE_DOCUMENTATION_READ",
  "ROLE_IMPORT_PHOTO",
  "ROLE_IMPORT_FILE",
  "ROLE_FILE_READ",
];
const staff = () => makeCaller({ roles });
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64");
type DocumentationWithTask = Awaited<ReturnType<typeof makeDocumentationWithTask>>;

const targetFields = ({ row, task }: DocumentationWithTask) => ({ documentationId: row.id, taskId: task.id });
const importPhoto = (
  as: Caller,
  owner: DocumentationWithTask,
  overrides: object = {},
  bytes: Uint8Array = makePlainPhoto(),
) =>
  call("POST", "/photo/importPhoto", {
    as,
    body: { ...targetFields(owner), photoData: base64(bytes), ...overrides },
  });
const importFile = (as: Caller, owner: DocumentationWithTask, name: string, overrides: object = {}) =>
  call("POST", "/file/importFile", {
    as,
    body: { ...targetFields(owner), data: base64("text"), name, ...overrides },
  });
const documentationOf = async (id: string) =>
  (await db().select().from(documentation).where(eq(documentation.id, id)).get())!;
const photosOf = (id: string) => db().select().from(photo).where(eq(photo.documentationId, id));
const eventsOf = async (documentationId: string) =>
  (
    await db()
      .select()
      .from(documentationEvent)
      .where(eq(documentationEvent.documentationId, documentationId))
      .orderBy(asc(documentationEvent.eventDate))
  ).map(({ type, creator, params }) => [type, creator, params]);
const errorOf = async (response: Promise<Response>) =>
  (await jsonOf<{ error: { code: string; fields?: object } }>(response)).error;

interface Prepared {
  id: string;
  uploadId: string;
  url: string;
  headers: Record<string, string>;
}
const prepare = (
  as: Caller,
  kind: "photo" | "file",
  owner: DocumentationWithTask,
  bytes: Uint8Array,
  overrides: object = {},
) =>
  jsonOf<Prepared>(
    call("POST", `/${kind}/prepareImport`, {
      as,
      body: { ...targetFields(owner), size: bytes.length, md5: md5Of(bytes), ...overrides },
    }),
  );
/** Stores the bytes like a PUT to the signed URL. */
async function put(
  owner: DocumentationWithTask,
  { id, uploadId, headers }: Prepared,
  bytes: Uint8Array,
): Promise<string> {
  const folder = headers["content-type"] === "image/jpeg" ? "photos" : "files";
  const key = `customers/${owner.row.customerId}/${folder}/${id}/${uploadId}/original`;
  await env.STORAGE.put(key, bytes, { httpMetadata: { contentType: headers["content-type"]! } });
  return key;
}
const settle = (as: Caller, kind: "photo" | "file", uploadId: string) =>
  call("POST", `/${kind}/settleImport/${uploadId}`, { as, body: {} });

describe("an import that is repeated with its idempotency key", () => {
  it("design§HTTP stores the photo once, and is refused with the bytes of another", async () => {
    const as = await staff();
    const owner = await makeDocumentationWithTask(as.customerId, {}, { numberOfPhotos: 0 });
    const key = crypto.randomUUID();
    const repeat = (photoData: string) =>
      call("POST", "/photo/importPhoto", {
        as,
        body: { ...targetFields(owner), photoData },
        headers: { "idempotency-key": key },
      });
    const first = await jsonOf<PhotoRow>(repeat(base64(makePlainPhoto())));
    expect(await jsonOf(repeat(base64(makePlainPhoto())))).toEqual(first);
    expect(await jsonOf(repeat(base64(makePhotoWithTags({}))))).toMatchObject({
      error: { code: "idempotencyKeyReused" },
    });
    expect(await photosOf(owner.row.id)).toHaveLength(1);
  });
});

describe("several files imported with one call", () => {
  it("2§7 get names in their order and are stored together, with one result per file", async () => {
    const as = await staff();
    const owner = await makeDocumentationWithTask(as.customerId, {}, { numberOfPhotos: 0 });
    const [validBytes, invalidBytes] = [makePhotoWithTags({}), makePngBytes()];
    const sentFiles = [validBytes, invalidBytes, validBytes];
    const { items } = await jsonOf<{ items: { prepared: Prepared }[] }>(
      call("POST", "/photo/prepareImports", {
        as,
        body: {
          ...targetFields(owner),
          items: sentFiles.map((bytes) => ({ size: bytes.length, md5: md5Of(bytes) })),
        },
      }),
    );
    for (const [index, { prepared }] of items.entries()) await put(owner, prepared, sentFiles[index]!);
    const uploadIds = [...items.map(({ prepared }) => prepared.uploadId), crypto.randomUUID()];
    const settleAll = (caller: Caller, documentationId = owner.row.id) =>
      call("POST", "/photo/settleImports", { as: caller, body: { documentationId, uploadIds } });
    expect(await jsonOf(settleAll(as))).toMatchObject({
      items: [
        { stored: { id: items[0]!.prepared.id, hasData: true }, failure: null },
        { stored: null, failure: { code: "notJpeg" } },
        { stored: { id: items[2]!.prepared.id }, failure: null },
        { stored: null, failure: { code: "notFound" } },
      ],
    });
    expect((await photosOf(owner.row.id)).map(({ name, hasData }) => [name, hasData]).sort()).toEqual([
      ["Overview_01", true],
      ["Overview_03", true],
    ]);
    expect(await documentationOf(owner.row.id)).toMatchObject({ numberOfPhotos: 2, uploadedPhotos: 2 });
    expect((await settleAll(await staff())).status).toBe(404);
    // Another documentation does not find them, even for a caller who sees both.
    const otherOwner = await makeDocumentationWithTask(as.customerId);
    const otherResult = await jsonOf<{ items: { failure: { code: string } }[] }>(
      settleAll(as, otherOwner.row.id),
    );
    expect(otherResult.items.map(({ failure }) => failure.code)).toEqual(uploadIds.map(() => "notFound"));
  });

  it("2§5 a file extension that the task does not accept fails that file only; an unknown task fails the whole call", async () => {
    const as = await staff();
    const owner = await makeDocumentationWithTask(as.customerId, { type: "FILE", options: ".pdf" });
    const bytes = new TextEncoder().encode("text");
    const items = ["a.pdf", "a.exe"].map((name) => ({ name, size: bytes.length, md5: md5Of(bytes) }));
    const prepareAll = (taskId: string) =>
      call("POST", "/file/prepareImports", {
        as,
        body: { documentationId: owner.row.id, taskId, items },
      });
    expect(await jsonOf(prepareAll(owner.task.id))).toMatchObject({
      items: [
        { prepared: { method: "PUT" }, failure: null },
        { prepared: null, failure: { code: "invalid", fields: { name: "notAllowed" } } },
      ],
    });
    expect((await prepareAll(crypto.randomUUID())).status).toBeGreaterThanOrEqual(400);
  });
});

describe("a photo imported by staff", () => {
  it("2§5 is named after its task, checked like a device's, and recorded in events, audit log and counts", async () => {
    const as = await staff();
    const owner = await makeDocumentationWithTask(as.customerId, {}, { numberOfPhotos: 1 });
    await makeIngestedPhoto(owner, { name: "Overview_07" });
    const previousTotal = (await db()
      .select()
      .from(customerTotal)
      .where(eq(customerTotal.customerId, as.customerId))
      .get())!;
    const bytes = makePhotoWithTags({ exif: { 36867: "2026:03:02 10:11:12", 36881: "+01:00" } });
    const importedRow = await jsonOf<PhotoRow>(
      importPhoto(as, owner, { comment: " from the office " }, bytes),
    );
    expect(importedRow).toMatchObject({
      name: "Overview_08",
      comment: "from the office",
      documentationTaskId: owner.task.id,
      dateCreated: "2026-03-02T09:11:12Z",
      hasData: true,
      width: 96,
      height: 64,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
    const row = (await photosOf(owner.row.id)).find(({ id }) => id === importedRow.id)!;
    expect(row.imported).toBe(true);
    expect((await call("GET", `/photo/thumbnail/${importedRow.id}`, { as })).status).toBe(200);
    // A completed documentation accepts it and stays completed.
    expect(await documentationOf(owner.row.id)).toMatchObject({
      status: "COMPLETED",
      numberOfPhotos: 2,
      uploadedPhotos: 2,
    });
    expect((await documentationOf(owner.row.id)).lastUpdated > "2026-01-01T00:00:00Z").toBe(true);
    const newTotal = (await db()
      .select()
      .from(customerTotal)
      .where(eq(customerTotal.customerId, as.customerId))
      .get())!;
    expect([newTotal.photos - previousTotal.photos, newTotal.bytes - previousTotal.bytes]).toEqual([
      1,
      bytes.length,
    ]);
    expect((await eventsOf(owner.row.id)).filter(([type]) => type === "TASK_EDIT")).toEqual([
      ["TASK_EDIT", row.creator, { change: "PHOTO_IMPORTED", task: "Overview", photo: "Overview_08" }],
    ]);
    const auditEntries = await db()
      .select()
      .from(domainChange)
      .where(eq(domainChange.objectId, importedRow.id));
    expect(auditEntries).toMatchObject([
      {
        ...{ userId: as.userId, action: "CREATE" },
        params: {
          name: { after: row.name },
          documentationId: { after: owner.row.id },
          sha256: { after: row.sha256 },
          dataSize: { after: bytes.length },
        },
      },
    ]);
  });

  it("2§5 parallel imports get different names without gaps, whatever names they request", async () => {
    const as = await staff();
    const owner = await makeDocumentationWithTask(as.customerId);
    const responses = await Promise.all(
      [{}, {}, {}, { name: "Overview_01" }, { name: "Overview_01" }].map((request) =>
        importPhoto(as, owner, request),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await photosOf(owner.row.id)).map(({ name }) => name).sort()).toEqual(
      [1, 2, 3, 4, 5].map((number) => `Overview_0${number}`),
    );
    expect(await jsonOf(importPhoto(as, owner, { name: "Own choice" }))).toMatchObject({
      name: "Own choice",
    });
    expect((await documentationOf(owner.row.id)).numberOfPhotos).toBe(6);
  });

  it.each([
    ["not a JPEG, whatever its name", () => makePngBytes(), "notJpeg"],
    ["truncated", () => makePlainPhoto().subarray(0, makePlainPhoto().length - 40), "photoTruncated"],
    ["absurdly large", () => makeHugePhoto(), "photoTooLarge"],
  ])(
    "2§5 that is %s is refused and leaves nothing behind, not even a missing photo",
    async (_what, bytes, code) => {
      const as = await staff();
      const owner = await makeDocumentationWithTask(as.customerId);
      expect(await errorOf(importPhoto(as, owner, {}, bytes()))).toMatchObject({ code });
      expect(await photosOf(owner.row.id)).toEqual([]);
      const details = await jsonOf<DocumentationDetails>(
        call("GET", `/documentations/${owner.row.id}`, { as }),
      );
      expect(details).toMatchObject({ refusedUploads: [], numberOfPhotos: 0, uploadedPhotos: 0 });
      expect(await eventsOf(owner.row.id)).toEqual([]);
      const [row] = await db().select().from(upload).where(eq(upload.documentationId, owner.row.id));
      expect(await env.STORAGE.head(row!.objectKey)).toBeNull();
      expect(await jsonOf(importPhoto(as, owner))).toMatchObject({ name: "Overview_01" });
    },
  );

  it("2§5 needs a task of its documentation that accepts photos, data, and a short comment", async () => {
    const as = await staff();
    const owner = await makeDocumentationWithTask(as.customerId);
    const [text, fileTask] = [
      await makeDocumentationWithTask(as.customerId, { type: "TEXT" }),
      await makeDocumentationWithTask(as.customerId),
    ];
    for (const [request, field, code] of [
      [{ taskId: fileTask.task.id }, "taskId", "notFound"],
      [{ documentationId: text.row.id, taskId: text.task.id }, "taskId", "notAllowed"],
      [{ photoData: "" }, "photoData", "required"],
      [{ photoData: "no base64!" }, "photoData", "invalid"],
      [{ comment: "x".repeat(256) }, "comment", "tooLong"],
      [{ customerId: fileTask.row.customerId + 1 }, "customerId", "invalid"],
      [{ name: " " }, "name", "required"],
    ] as const)
      expect(await errorOf(importPhoto(as, owner, request))).toMatchObject({
        code: "invalid",
        fields: { [field]: code },
      });
    expect(await photosOf(owner.row.id)).toEqual([]);
  });

  it("2§6 requires ROLE_IMPORT_PHOTO, the customer, and a documentation that is not deleted; devices are refused", async () => {
    const as = await staff();
    const license = await makeLicense({ customerId: as.customerId });
    const owner = await makeDocumentationWithTask(as.customerId);
    const fileImporter = await makeCaller({
      customerId: as.customerId,
      roles: ["ROLE_DOCUMENTATION_READ", "ROLE_IMPORT_FILE"],
    });
    expect((await importPhoto(fileImporter, owner)).status).toBe(403);
    expect((await importPhoto(await staff(), owner)).status).toBe(404);
    const device = await call("POST", "/photo/saveWithLicenseCode", {
      body: {
        licenseCode: license.licenseCode,
        photo: { id: crypto.randomUUID(), documentationId: owner.row.id, name: "x", creator: "field" },
      },
    });
    expect(await jsonOf(device)).toMatchObject({ error: { code: "documentationClosed" } });
    await db().update(documentation).set({ status: "DELETED" }).where(eq(documentation.id, owner.row.id));
    expect((await importPhoto(as, owner)).status).toBe(404);
    expect(await errorOf(importPhoto(await makeSuperAdmin(), owner))).toMatchObject({ code: "ruleBroken" });
  });

  it("2§4 is counted separately from the device's photos; later saves of the device undo neither imports nor deletions", async () => {
    const as = await makeCaller({ roles: [...roles, "ROLE_PHOTO_WRITE"] });
    const license = await makeLicense({ customerId: as.customerId });
    const { licenseCode } = license;
    const owner = await makeDocumentationWithTask(
      as.customerId,
      {},
      { status: "ONGOING", licenseId: license.id, numberOfPhotos: 2 },
    );
    const photoId = await makeIngestedPhoto(owner);
    await importPhoto(as, owner);
    expect(await documentationOf(owner.row.id)).toMatchObject({ numberOfPhotos: 3, uploadedPhotos: 2 });
    expect((await call("DELETE", `/photos/${photoId}`, { as })).status).toBe(200);
    const { id, templateId, name } = owner.row;
    await call("POST", "/documentation/saveWithLicenseCode", {
      body: {
        licenseCode,
        documentation: {
          ...{
            id,
            templateId,
            name,
            creator: "field",
            dateCreated: "2026-05-04T09:30:00Z",
            numberOfPhotos: 2,
          },
          tasks: [{ id: owner.task.id, name: "Overview", type: "PHOTO" }],
        },
      },
    });
    expect(await documentationOf(id)).toMatchObject({
      numberOfPhotos: 2,
      uploadedPhotos: 1,
      status: "ONGOING",
    });
    // The device sends the deleted photo again: it has arrived before and is not restored.
    const response = await call("POST", "/photo/saveWithLicenseCode", {
      body: {
        licenseCode,
        photo: { id: photoId, documentationId: id, name: "Overview_01", creator: "field" },
      },
    });
    expect(await jsonOf(response)).toMatchObject({ id: photoId, hasData: true });
    expect(await photosOf(id)).toHaveLength(1);
  });
});

describe("a file imported by staff", () => {
  it("2§5 must have an extension that its task accepts; a task without extensions accepts all", async () => {
    const as = await staff();
    const owner = await makeDocumentationWithTask(as.customerId, {
      type: "FILE",
      name: "Protocol",
      options: "pdf; .csv",
    });
    expect(await errorOf(importFile(as, owner, "plan.exe"))).toMatchObject({
      fields: { name: "notAllowed" },
    });
    const importedRow = await jsonOf<FileRow>(importFile(as, owner, "plan.CSV", { type: "text/csv" }));
    expect(importedRow).toMatchObject({
      name: "plan.CSV",
      hasData: true,
      dataSize: 4,
      type: "text/plain",
    });
    const anyExtension = await makeDocumentationWithTask(as.customerId, { type: "FILE", name: "Protocol" });
    expect((await importFile(as, anyExtension, "what.ever")).status).toBe(200);
    expect(await db().select().from(file).where(eq(file.id, importedRow.id)).get()).toMatchObject({
      imported: true,
    });
    expect(await documentationOf(owner.row.id)).toMatchObject({ numberOfPhotos: 0, dataSize: 4 });
    expect((await eventsOf(owner.row.id)).map(([type, , params]) => [type, params])).toEqual([
      ["TASK_EDIT", { change: "FILE_IMPORTED", task: "Protocol", file: "plan.CSV" }],
    ]);
  });

  it("2§4 ends WAITING_FOR_FILE when it is the last missing file, in the name of the importer and not of the capturer", async () => {
    const as = await staff();
    const owner = await makeDocumentationWithTask(
      as.customerId,
      { type: "FILE", name: "Protocol", required: "NO_WITH_LATER_UPLOAD" },
      { status: "WAITING_FOR_FILE", completionRequested: "2026-05-04T09:30:00Z", completedBy: "field" },
    );
    expect((await importFile(as, owner, "a.pdf")).status).toBe(200);
    expect(await documentationOf(owner.row.id)).toMatchObject({ status: "COMPLETED" });
    const username = (await db().select().from(user).where(eq(user.id, as.userId)).get())!.username;
    expect((await eventsOf(owner.row.id)).map(([type, creator]) => [type, creator]).sort()).toEqual([
      ["COMPLETED", username],
      ["TASK_EDIT", username],
    ]);
  });

  it("2§6 requires ROLE_IMPORT_FILE", async () => {
    const as = await staff();
    const owner = await makeDocumentationWithTask(as.customerId, { type: "FILE" });
    const otherCaller = await makeCaller({
      customerId: as.customerId,
      roles: ["ROLE_DOCUMENTATION_READ", "ROLE_IMPORT_PHOTO"],
    });
    expect((await importFile(otherCaller, owner, "a.pdf")).status).toBe(403);
    expect((await importFile(await staff(), owner, "a.pdf")).status).toBe(404);
  });
});

describe("an import straight to storage", () => {
  it("design§Photos is prepared, uploaded and settled, which can be repeated; a file works the same way", async () => {
    const as = await staff();
    const owner = await makeDocumentationWithTask(as.customerId);
    const bytes = makePlainPhoto();
    const prepared = await prepare(as, "photo", owner, bytes, { comment: "large" });
    expect(new URL(prepared.url).searchParams.get("X-Amz-SignedHeaders")).toContain("content-md5");
    expect(await errorOf(settle(as, "photo", prepared.uploadId))).toMatchObject({ code: "uploadNotArrived" });
    // Until its bytes arrive it is neither a photo of the documentation nor a missing one.
    const listFiles = async () =>
      (await jsonOf<{ items: PhotoRow[] }>(call("GET", `/photos?documentationId=${owner.row.id}`, { as })))
        .items;
    expect(await listFiles()).toEqual([]);
    await put(owner, prepared, bytes);
    for (let time = 0; time < 2; time += 1)
      expect(await jsonOf(settle(as, "photo", prepared.uploadId))).toEqual({
        id: prepared.id,
        hasData: true,
      });
    expect(await photosOf(owner.row.id)).toMatchObject([
      { name: "Overview_01", comment: "large", imported: true },
    ]);
    expect((await eventsOf(owner.row.id)).filter(([type]) => type === "TASK_EDIT")).toHaveLength(1);
    expect((await documentationOf(owner.row.id)).numberOfPhotos).toBe(1);
    expect(await listFiles()).toHaveLength(1);
    const fileOwner = await makeDocumentationWithTask(as.customerId, { type: "FILE" });
    const text = new TextEncoder().encode("%PDF-1.7 test");
    const second = await prepare(as, "file", fileOwner, text, { name: "a.pdf" });
    await put(fileOwner, second, text);
    expect(await jsonOf(settle(as, "file", second.uploadId))).toEqual({ id: second.id, hasData: true });
    // Neither the other kind's endpoint nor another customer finds the upload.
    expect((await settle(as, "photo", second.uploadId)).status).toBe(404);
    expect((await settle(await staff(), "file", second.uploadId)).status).toBe(404);
  });

  it("design§Photos invalid bytes are refused with the same reason on every call, and leave nothing behind", async () => {
    const as = await staff();
    const owner = await makeDocumentationWithTask(as.customerId);
    const prepared = await prepare(as, "photo", owner, makePngBytes());
    const key = await put(owner, prepared, makePngBytes());
    for (let time = 0; time < 2; time += 1)
      expect(await errorOf(settle(as, "photo", prepared.uploadId))).toMatchObject({ code: "notJpeg" });
    expect(await env.STORAGE.head(key)).toBeNull();
    expect(await photosOf(owner.row.id)).toEqual([]);
  });

  it("design§Photos an upload that never arrives is removed long after its URL expired; bytes that arrive later are swept", async () => {
    const as = await staff();
    const owner = await makeDocumentationWithTask(as.customerId);
    const prepared = await prepare(as, "photo", owner, makePlainPhoto());
    const old = "2026-01-01T00:00:00Z";
    await db().update(upload).set({ dateCreated: old }).where(eq(upload.id, prepared.uploadId));
    await settleUploads(env, db(), new Date());
    expect(await photosOf(owner.row.id)).toHaveLength(1);
    await db().update(upload).set({ expiresAt: old }).where(eq(upload.id, prepared.uploadId));
    await settleUploads(env, db(), new Date());
    expect(await photosOf(owner.row.id)).toEqual([]);
    expect((await settle(as, "photo", prepared.uploadId)).status).toBe(404);
    const key = await put(owner, prepared, makePlainPhoto());
    await db()
      .update(orphanedObject)
      .set({ dateCreated: old })
      .where(like(orphanedObject.keyOrPrefix, `customers/${as.customerId}/%`));
    await removeOrphans(env, db(), new Date());
    expect(await env.STORAGE.head(key)).toBeNull();
  });
});
