import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { staffAuthorities } from "#domain/access/authorities.ts";
import { addSeconds } from "#domain/core/fields.ts";
import { linkLimits } from "#domain/links/uploadLink.ts";
import { consume } from "#queues/consume.ts";
import { settleUploads } from "#worker/cron/settleUploads.ts";
import { idParam, newId } from "#worker/db/ids.ts";
import { orphanedObject, tempFile, upload, uploadPart, uploadToken } from "#worker/db/schema/index.ts";
import { maxSinglePutBytes } from "#worker/ingest/multipart.ts";
import { settleUpload } from "#worker/ingest/settleUpload.ts";
import {
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeLicense,
  makeSuperAdmin,
  uniqueName,
} from "#worker/testing/factories.ts";
import { makeDocumentationWithTask, makeIngestedPhoto } from "#worker/testing/ingestedMedia.ts";
import { makePlainPhoto } from "#worker/testing/photoTesting.ts";

/** Attacks by visitors with a link, and network failures at the worst moment. */

const hashOf = (name: "md5" | "sha256", bytes: Uint8Array) => createHash(name).update(bytes);
const bytesOf = (text: string) => new TextEncoder().encode(text);

async function makeLink() {
  const as = await makeCaller({ roles: staffAuthorities });
  const { id: documentationId } = await makeDocumentation(as.customerId, { name: uniqueName("mast") });
  const body = { documentationId, purpose: "FILES" };
  const link = await jsonOf<{ id: string; token: string }>(call("POST", "/uploadToken/create", { as, body }));
  const send = (path: string, body: object) =>
    call("POST", `/uploadToken/${path}`, { body: { token: link.token, ...body } });
  return { ...link, as, documentationId, post: send };
}
/** Inserts small files as if received through the link. */
const fillLink = (
  { id, as, documentationId }: { id: string; as: { customerId: number }; documentationId: string },
  fileCount: number,
) =>
  db().run(sql`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${fileCount})
    INSERT INTO upload (id, customer_id, documentation_id, kind, target_id, name, object_key, content_type, size, md5, state, expires_at, date_created, upload_token_id)
    SELECT ${newId}, ${as.customerId}, ${idParam(documentationId)}, 'TEMP_FILE', ${newId}, 'x', ${`${id} `} || i, 'x/y', 1, '', 'STORED', ${addSeconds(60)}, ${addSeconds(0)}, ${idParam(id)} FROM n`);
const createAnnouncement = (bytes: Uint8Array, size = bytes.length) => ({
  ...{ id: crypto.randomUUID(), name: "plan.pdf", size },
  sha256: hashOf("sha256", bytes).digest("hex"),
  md5: hashOf("md5", bytes).digest("base64"),
});
interface Reservation {
  uploadId: string;
  state: string;
}
const findUpload = async (id: string) => (await db().select().from(upload).where(eq(upload.id, id)).get())!;
async function storeBytes(uploadId: string, bytes: Uint8Array) {
  const { objectKey, contentType } = await findUpload(uploadId);
  await env.STORAGE.put(objectKey, bytes, { httpMetadata: { contentType } });
  return objectKey;
}
const readCode = async (responsePromise: Response | Promise<Response>) =>
  (await jsonOf<{ error?: { code: string } }>(responsePromise)).error?.code ?? "accepted";

describe("the limits of a link", () => {
  it("design§Links hold when more files than fit are announced concurrently", async () => {
    const link = await makeLink();
    const { documentationId, post } = link;
    const fileLimit = 3;
    await fillLink(link, linkLimits.files - fileLimit);
    const codes = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        readCode(post("reserve", createAnnouncement(bytesOf(`file ${index}`)))),
      ),
    );
    expect(codes.filter((code) => code === "accepted")).toHaveLength(fileLimit);
    expect(codes.filter((code) => code === "linkFull")).toHaveLength(8 - fileLimit);
    const rows = await db().select().from(tempFile).where(eq(tempFile.documentationId, documentationId));
    expect(rows).toHaveLength(fileLimit);
  });

  it("design§Links hold when a file announced as small is announced again as a larger file", async () => {
    const { id, as, documentationId, post } = await makeLink();
    const { customerId } = as;
    await db()
      .insert(upload)
      .values({
        ...{ customerId, documentationId, kind: "TEMP_FILE", targetId: crypto.randomUUID(), name: "x" },
        ...{ objectKey: crypto.randomUUID(), contentType: "x/y", size: linkLimits.bytes - 1000, md5: "" },
        ...{ state: "STORED", expiresAt: addSeconds(60), uploadTokenId: id },
      });
    const smallFile = createAnnouncement(bytesOf("small"));
    expect(await readCode(post("reserve", smallFile))).toBe("accepted");
    expect(await readCode(post("reserve", { ...smallFile, size: 1001 }))).toBe("linkFull");
    expect(await readCode(post("reserve", { ...smallFile, size: 1000 }))).toBe("accepted");
  });

  it("design§Links do not change the response to a repeated call, even if the link is full by then", async () => {
    const link = await makeLink();
    const files = ["one", "one", "two"].map((text) => ({
      name: `${text}.txt`,
      data: Buffer.from(text).toString("base64"),
    }));
    const send = (items: object[]) =>
      call("POST", "/tempFile/uploadFiles", { body: { token: link.token, files: items } });
    const firstResponse = await jsonOf<{ items: { id: string }[] }>(send(files));
    expect(firstResponse.items[0]).toEqual(firstResponse.items[1]);
    await fillLink(link, linkLimits.files - 2);
    expect(await jsonOf(send(files))).toEqual(firstResponse);
    expect(await readCode(send([{ ...files[0]!, name: "more.txt" }]))).toBe("linkFull");
  });

  it("design§Links exclude an impossible file, an invalid digest and a nonexistent part", async () => {
    const { post } = await makeLink();
    const item = createAnnouncement(bytesOf("x"));
    for (const invalidFields of [
      { size: linkLimits.fileBytes + 1 },
      { size: 0 },
      { size: 1.5 },
      { md5: "\r\nx-amz-acl: public\r\n==" },
      { sha256: "0".repeat(63) },
      { name: "" },
      { id: "../../x" },
    ])
      expect([invalidFields, await readCode(post("reserve", { ...item, ...invalidFields }))]).toEqual([
        invalidFields,
        "invalid",
      ]);
    const { uploadId } = await jsonOf<Reservation>(
      post("reserve", createAnnouncement(bytesOf("big"), maxSinglePutBytes + 1)),
    );
    const { md5 } = item;
    for (const part of [
      { partNumber: 0, md5 },
      { partNumber: 3, md5 },
      { partNumber: 1, md5: "\r\nx: y\r\n0123456789abcde=".slice(0, 24) },
    ])
      expect([part, await readCode(post("signParts", { uploadId, parts: [part] }))]).toEqual([
        part,
        "invalid",
      ]);
  });
});

describe("uploads in parts", () => {
  const makeBigUpload = async () => {
    const link = await makeLink();
    const bytes = new Uint8Array(maxSinglePutBytes + 1).fill(3);
    const { uploadId } = await jsonOf<Reservation>(link.post("reserve", createAnnouncement(bytes)));
    const row = await findUpload(uploadId);
    const multipartUpload = env.STORAGE.resumeMultipartUpload(row.objectKey, row.multipartId!);
    const confirmPart = (partNumber: number, etag: string) =>
      link.post("confirmParts", { uploadId, parts: [{ partNumber, etag }] });
    const send = async (partNumber: number, part: Uint8Array) =>
      confirmPart(partNumber, (await multipartUpload.uploadPart(partNumber, part)).etag);
    const partOf = (partNumber: number) =>
      bytes.subarray((partNumber - 1) * row.partSize!, partNumber * row.partSize!);
    const readConfirmedParts = () => db().select().from(uploadPart).where(eq(uploadPart.uploadId, uploadId));
    return {
      ...link,
      uploadId,
      row,
      send,
      partOf,
      confirmPart,
      readConfirmedParts,
    };
  };

  it("design§Links accept parts in any order and reported twice, and are joined once by many simultaneous calls", async () => {
    const { uploadId, send, partOf, post, documentationId } = await makeBigUpload();
    await send(2, partOf(2));
    await send(1, partOf(1));
    await send(2, partOf(2));
    const responses = await Promise.all([1, 2, 3].map(() => post("settle", { uploadId })));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const rows = await db().select().from(tempFile).where(eq(tempFile.documentationId, documentationId));
    expect(rows).toMatchObject([{ hasData: true, dataSize: maxSinglePutBytes + 1 }]);
  });

  it("design§Links discard invented part tags, so that the parts can be sent again; a brief failure of storage loses no part", async () => {
    const { uploadId, send, partOf, confirmPart, readConfirmedParts, post, row } = await makeBigUpload();
    await send(1, partOf(1));
    await confirmPart(2, "made up");
    expect(await readCode(post("settle", { uploadId }))).toBe("uploadNotArrived");
    expect(await readConfirmedParts()).toEqual([]);
    await send(1, partOf(1));
    await send(2, partOf(2));
    const failingStorage = {
      get: (key: string) => env.STORAGE.get(key),
      resumeMultipartUpload: () => ({
        complete: () =>
          Promise.reject(new Error("completeMultipartUpload: We encountered an internal error. (10001)")),
      }),
    } as unknown as R2Bucket;
    await expect(settleUpload({ ...env, STORAGE: failingStorage }, db(), uploadId)).rejects.toThrow("10001");
    expect(await readConfirmedParts()).toHaveLength(2);
    expect(await settleUpload(env, db(), uploadId)).toEqual({ state: "STORED" });
    expect((await env.STORAGE.head(row.objectKey))?.size).toBe(maxSinglePutBytes + 1);
  });
});

describe("interrupted uploads", () => {
  it("design§Links are settled if they arrived before their link expired, although the link then accepts no calls", async () => {
    const { id, post } = await makeLink();
    const bytes = bytesOf("in time");
    const item = createAnnouncement(bytes);
    const { uploadId } = await jsonOf<Reservation>(post("reserve", item));
    await storeBytes(uploadId, bytes);
    await db()
      .update(uploadToken)
      .set({ expireDate: addSeconds(-1) })
      .where(eq(uploadToken.id, id));
    expect(await readCode(post("settle", { uploadId }))).toBe("linkExpired");
    expect(await readCode(post("reserve", createAnnouncement(bytesOf("too late"))))).toBe("linkExpired");
    await db()
      .update(upload)
      .set({ dateCreated: addSeconds(-120), attempts: -1 })
      .where(eq(upload.id, uploadId));
    await settleUploads(env, db(), new Date());
    expect(await db().select().from(tempFile).where(eq(tempFile.id, item.id))).toMatchObject([
      { hasData: true, sha256: item.sha256 },
    ]);
  });

  it("design§Links leave only objects that are swept if the signed URL is used again after a refusal", async () => {
    const { post } = await makeLink();
    const { uploadId } = await jsonOf<Reservation>(
      post("reserve", createAnnouncement(bytesOf("what I said"))),
    );
    const key = await storeBytes(uploadId, bytesOf("what I sent"));
    expect(await readCode(post("settle", { uploadId }))).toBe("uploadMismatch");
    expect(await env.STORAGE.head(key)).toBeNull();
    const listOrphans = () => db().select().from(orphanedObject).where(eq(orphanedObject.keyOrPrefix, key));
    // The sweeper inspects the object an hour later, when the URL has expired.
    expect(await listOrphans()).toHaveLength(1);
    await db().delete(orphanedObject).where(eq(orphanedObject.keyOrPrefix, key));
    // If the key has already been swept, the storage event reports the object.
    await storeBytes(uploadId, bytesOf("what I sent"));
    const body = { action: "PutObject", bucket: "siteproof", object: { key } };
    const message = { id: "m", timestamp: new Date(), attempts: 1, body, ack: () => {}, retry: () => {} };
    await consume({ queue: "siteproof-storage-events", messages: [message] } as unknown as MessageBatch, env);
    expect(await listOrphans()).toHaveLength(1);
  });
});

describe("revoked links", () => {
  it("2§2 have signed URLs that accept nothing: uploads are refused, removed, and in no receipt", async () => {
    const { post, as, id, documentationId } = await makeLink();
    const bytes = bytesOf("too late");
    const { uploadId } = await jsonOf<Reservation>(post("reserve", createAnnouncement(bytes)));
    expect((await call("DELETE", `/uploadToken/revoke/${id}`, { as })).status).toBe(200);
    const key = await storeBytes(uploadId, bytes);
    const body = { action: "PutObject", bucket: "siteproof", object: { key } };
    const message = { id: "m", timestamp: new Date(), attempts: 1, body, ack: () => {}, retry: () => {} };
    await consume({ queue: "siteproof-storage-events", messages: [message] } as unknown as MessageBatch, env);
    expect(await findUpload(uploadId)).toMatchObject({ state: "REFUSED", refusalCode: "linkUnknown" });
    expect(await env.STORAGE.head(key)).toBeNull();
    expect(await db().select().from(tempFile).where(eq(tempFile.documentationId, documentationId))).toEqual(
      [],
    );
    const { receipt } = await jsonOf<{ receipt: object }>(
      call("GET", `/uploadToken/findReceipt/${id}`, { as }),
    );
    expect(receipt).toMatchObject({ received: 0, items: [], refused: [{ reason: "linkUnknown" }] });
    // A PUT just before the URL expires leaves an object for the sweeper.
    await storeBytes(uploadId, bytes);
    const orphans = await db().select().from(orphanedObject).where(eq(orphanedObject.keyOrPrefix, key));
    expect(orphans).toHaveLength(1);
  });

  it("2§5 do not let a file with the id of a photo, in any customer, end the photo's reservation", async () => {
    const { post, as } = await makeLink();
    const bytes = makePlainPhoto();
    for (const customerId of [as.customerId, (await makeCaller()).customerId]) {
      const { licenseCode } = await makeLicense({ customerId, tempFiles: true });
      const { row } = await makeDocumentationWithTask(customerId, {}, { status: "ONGOING" });
      const photo = {
        id: crypto.randomUUID(),
        documentationId: row.id,
        name: "Overview_01",
        creator: "field",
      };
      await call("POST", "/photo/saveWithLicenseCode", { body: { licenseCode, photo } });
      const md5 = hashOf("md5", bytes).digest("base64");
      const body = { id: photo.id, size: bytes.length, contentType: "image/jpeg", md5, licenseCode };
      const { uploadId } = await jsonOf<Reservation>(call("POST", "/photo/reserveUpload", { body }));
      expect((await post("reserve", { ...createAnnouncement(bytesOf("mine")), id: photo.id })).status).toBe(
        200,
      );
      await storeBytes(uploadId, bytes);
      expect(await settleUpload(env, db(), uploadId)).toEqual({ state: "STORED" });
    }
  });
});

describe("disguised files", () => {
  const script = "<script>document.title = 'run'</script>";

  /** Expects headers with which no browser opens the file inline, guesses its type or runs it. */
  const expectHarmless = ({ headers }: Response) => {
    expect(headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("sandbox");
  };

  it.each([
    ["text/html", `<!doctype html><body>${script}`],
    ["image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`],
    ["application/xml", `<?xml version="1.0"?><x xmlns="http://www.w3.org/1999/xhtml">${script}</x>`],
  ])(
    "design§Links of type %s named as photos are recognised by their content and only ever downloaded",
    async (type, text) => {
      const { post, as } = await makeLink();
      const bytes = bytesOf(text);
      const { uploadId } = await jsonOf<Reservation>(
        post("reserve", { ...createAnnouncement(bytes), name: "mast.jpg" }),
      );
      await storeBytes(uploadId, bytes);
      expect(await readCode(post("settle", { uploadId }))).toBe("accepted");
      const { items } = await jsonOf<{ items: { id: string }[] }>(
        call("GET", `/tempFiles?customerId=${as.customerId}`, { as: await makeSuperAdmin() }),
      );
      expect(items).toMatchObject([{ name: "mast.jpg", type }]);
      const { licenseCode } = await makeLicense({ customerId: as.customerId, tempFiles: true });
      const downloadResponse = await call(
        "GET",
        `/tempFile/getTempFile/${items[0]!.id}?licenseCode=${licenseCode}`,
      );
      expectHarmless(downloadResponse);
      expect(downloadResponse.headers.get("content-type")).toBe("application/octet-stream");
      expect(await downloadResponse.text()).toBe(text);
    },
  );

  it("design§Links that are both photo and web page keep their bytes for download; the rendition does not contain the page", async () => {
    const as = await makeCaller({ roles: staffAuthorities });
    const plainBytes = makePlainPhoto();
    const comment = bytesOf(`<html>${script}<!--`);
    const [high, low] = [(comment.length + 2) >> 8, (comment.length + 2) & 255];
    const bytes = new Uint8Array([
      ...plainBytes.slice(0, 2),
      ...[0xff, 0xfe, high, low],
      ...comment,
      ...plainBytes.slice(2),
      ...bytesOf(`-->${script}`),
    ]);
    const id = await makeIngestedPhoto(await makeDocumentationWithTask(as.customerId), { bytes });
    const originalResponse = await call("GET", `/photo/downloadOriginal/${id}`, { as });
    expectHarmless(originalResponse);
    expect(new Uint8Array(await originalResponse.arrayBuffer())).toEqual(bytes);
    for (const form of ["thumbnail", "download"]) {
      const response = await call("GET", `/photo/${form}/${id}`, { as });
      expect([form, response.status, response.headers.get("content-type")]).toEqual([
        form,
        200,
        "image/jpeg",
      ]);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(Buffer.from(await response.arrayBuffer()).includes("<script")).toBe(false);
    }
  });
});
