import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { staffAuthorities } from "#domain/access/authorities.ts";
import { addSeconds } from "#domain/core/fields.ts";
import { linkLimits } from "#domain/links/uploadLink.ts";
import { sha256 } from "#worker/auth/session/sessionTokens.ts";
import { purgeEnded } from "#worker/cron/purgeEnded.ts";
import {
  documentation,
  documentationEvent,
  documentationTask,
  domainChange,
  file,
  license,
  outboxMail,
  photo as photoTable,
  rateLimitCounter,
  tempFile,
  upload,
  uploadToken,
  user,
} from "#worker/db/schema/index.ts";
import { maxSinglePutBytes, partSize } from "#worker/ingest/multipart.ts";
import {
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeLicense,
  makeSuperAdmin,
  readLastMail,
  uniqueName,
} from "#worker/testing/factories.ts";
import { makePhotoWithTags, makePlainPhoto } from "#worker/testing/photoTesting.ts";
import { makeStoredPhoto } from "#worker/testing/storedPhoto.ts";
import { notifyOfArrivals } from "./notifyArrivals.ts";

const makeStaff = () => makeCaller({ roles: staffAuthorities });
const computeSha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const computeMd5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("base64");

interface CreatedLink {
  id: string;
  token: string;
  url: string;
  expireDate: string;
}
async function makeLink(as: Caller, overrides: Record<string, unknown> = {}) {
  const tempFileLicense = await makeLicense({ customerId: as.customerId, tempFiles: true });
  const { id } = await makeDocumentation(as.customerId, {
    licenseId: tempFileLicense.id,
    name: uniqueName("mast"),
  });
  const link = await jsonOf<CreatedLink>(
    call("POST", "/uploadToken/create", {
      as,
      body: { documentationId: id, purpose: "FILES", ...overrides },
    }),
  );
  return { ...link, documentationId: id, tempFileLicense };
}
const post = (path: string, token: string, body: object = {}) =>
  call("POST", path, { body: { token, ...body } });

const createAnnouncement = (bytes: Uint8Array, name = "plan.pdf", id: string = crypto.randomUUID()) => ({
  id,
  name,
  size: bytes.length,
  sha256: computeSha256(bytes),
  md5: computeMd5(bytes),
});
interface Reservation {
  id: string;
  uploadId: string;
  name: string;
  state: string;
  put?: { url: string };
  partSize?: number;
  uploadedParts?: number[];
}
/** Stores the object under the reservation's key, as a PUT to the signed URL does. */
async function storeBytes(uploadId: string, bytes: Uint8Array) {
  const row = (await db().select().from(upload).where(eq(upload.id, uploadId)).get())!;
  await env.STORAGE.put(row.objectKey, bytes, { httpMetadata: { contentType: row.contentType } });
}
async function sendFile(token: string, bytes: Uint8Array, name?: string) {
  const reservation = await jsonOf<Reservation>(
    post("/uploadToken/reserve", token, createAnnouncement(bytes, name)),
  );
  await storeBytes(reservation.uploadId, bytes);
  return {
    reservation,
    response: await post("/uploadToken/settle", token, { uploadId: reservation.uploadId }),
  };
}
const bytesOf = (text: string) => new TextEncoder().encode(text);

describe("links created by staff", () => {
  it("design§Links show their token once, store its hash, are open for 14 days and are in the audit log", async () => {
    const as = await makeStaff();
    const link = await makeLink(as);
    expect(link.url).toContain(`/uploadFiles?token=${link.token}`);
    expect(link.token.length).toBeGreaterThanOrEqual(43);
    const row = (await db().select().from(uploadToken).where(eq(uploadToken.id, link.id)).get())!;
    expect(row.tokenHash).toBe(await sha256(link.token));
    expect(JSON.stringify(row)).not.toContain(link.token);
    const dayCount = (Date.parse(link.expireDate) - Date.now()) / 86_400_000;
    expect(dayCount).toBeGreaterThan(13.9);
    expect(dayCount).toBeLessThanOrEqual(14);
    const auditEntries = await db().select().from(domainChange).where(eq(domainChange.objectId, link.id));
    expect(auditEntries.map(({ action, objectClass }) => [action, objectClass])).toEqual([
      ["CREATE", "siteproof.UploadToken"],
    ]);
    const links = await jsonOf(
      call("GET", `/uploadToken/findAllByDocumentationId/${link.documentationId}`, { as }),
    );
    expect(links).toMatchObject({ items: [{ id: link.id, received: 0, waiting: 0 }] });
    expect(JSON.stringify(links)).not.toContain(link.token);
  });

  it("design§Links cannot expire on a past or too distant day, and cannot be created for another customer's documentation", async () => {
    const [as, otherCaller] = [await makeStaff(), await makeStaff()];
    const { documentationId } = await makeLink(otherCaller);
    for (const [expireDate, expectedError] of [
      [addSeconds(-60), "tooSmall"],
      [addSeconds(400 * 86_400), "tooLarge"],
    ]) {
      const documentation = await makeDocumentation(as.customerId);
      const response = await call("POST", "/uploadToken/create", {
        as,
        body: { documentationId: documentation.id, purpose: "FILES", expireDate },
      });
      expect([response.status, (await jsonOf<{ error: { fields: object } }>(response)).error.fields]).toEqual(
        [422, { expireDate: expectedError }],
      );
    }
    const body = { documentationId, purpose: "LATER" };
    expect((await call("POST", "/uploadToken/create", { as, body })).status).toBe(404);
    const reader = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] });
    expect((await call("POST", "/uploadToken/create", { as: reader, body })).status).toBe(403);
  });

  it("design§Links open nothing once they are revoked; files that arrived through them stay, with the receipt", async () => {
    const as = await makeStaff();
    const link = await makeLink(as);
    await sendFile(link.token, bytesOf("kept"));
    const outsider = await makeStaff();
    expect((await call("DELETE", `/uploadToken/revoke/${link.id}`, { as: outsider })).status).toBe(404);
    expect((await call("DELETE", `/uploadToken/revoke/${link.id}`, { as })).status).toBe(200);
    expect(await jsonOf(post("/tempFile/getInfo", link.token))).toMatchObject({
      error: { code: "linkUnknown" },
    });
    const remainingFiles = await db()
      .select()
      .from(tempFile)
      .where(eq(tempFile.documentationId, link.documentationId));
    expect(remainingFiles).toMatchObject([{ hasData: true, uploadTokenId: link.id }]);
    const links = await jsonOf<{ items: { revoked: string; received: number }[] }>(
      call("GET", `/uploadToken/findAllByDocumentationId/${link.documentationId}`, { as }),
    );
    expect(links.items).toMatchObject([{ revoked: expect.any(String), received: 1 }]);
    const { receipt } = await jsonOf<{ receipt: object }>(
      call("GET", `/uploadToken/findReceipt/${link.id}`, { as }),
    );
    expect(receipt).toMatchObject({ expected: 1, received: 1 });
    expect((await call("DELETE", `/uploadToken/revoke/${link.id}`, { as })).status).toBe(200);
  });
});

describe("the access of a token", () => {
  it("2§7 shows the names of the documentation, its template and the link's creator, and nothing else", async () => {
    const as = await makeStaff();
    const link = await makeLink(as);
    const info = await jsonOf(post("/tempFile/getInfo", link.token));
    expect(info).toMatchObject({
      purpose: "FILES",
      remainingFileCount: linkLimits.files,
      remainingBytes: linkLimits.bytes,
    });
    expect(Object.keys(info).sort()).toEqual(
      [
        "remainingBytes",
        "creator",
        "customerName",
        "documentationName",
        "expireDate",
        "messages",
        "remainingFileCount",
        "purpose",
        "templateName",
      ].sort(),
    );
  });

  it("design§Links is refused if the token is unknown, expired or for other calls, or if its documentation is deleted", async () => {
    const as = await makeStaff();
    const link = await makeLink(as);
    const problemOf = async (token: string, path = "/tempFile/getInfo") => {
      const response = await post(path, token);
      return [response.status, (await jsonOf<{ error: { code: string } }>(response)).error.code];
    };
    expect(await problemOf("nobody's")).toEqual([401, "linkUnknown"]);
    expect(await problemOf(link.token, "/uploadLater/getTasks")).toEqual([404, "notFound"]);
    await db()
      .update(uploadToken)
      .set({ expireDate: addSeconds(-1) })
      .where(eq(uploadToken.id, link.id));
    expect(await problemOf(link.token)).toEqual([401, "linkExpired"]);
    await db()
      .update(uploadToken)
      .set({ expireDate: addSeconds(60) })
      .where(eq(uploadToken.id, link.id));
    await db()
      .update(documentation)
      .set({ status: "DELETED" })
      .where(eq(documentation.id, link.documentationId));
    expect(await problemOf(link.token)).toEqual([401, "linkUnknown"]);
    await db().delete(rateLimitCounter);
  });

  it("design§Links is not blocked by thirty wrong tokens from the same address", async () => {
    const { token } = await makeLink(await makeStaff());
    const headers = { "cf-connecting-ip": uniqueName("address") };
    const attempt = async (name: string) =>
      (await call("POST", "/tempFile/getInfo", { body: { token: name }, headers })).status;
    for (let count = 0; count < 30; count += 1) expect(await attempt(`nobody's-${count}`)).toBe(401);
    expect(await attempt("nobody's-30")).toBe(429);
    expect(await attempt(token)).toBe(200);
  });

  it("design§Links does not include seeing, extending or settling the upload of another link", async () => {
    const as = await makeStaff();
    const [link, otherLink] = [await makeLink(as), await makeLink(as)];
    const bytes = bytesOf("mine");
    const announcedFile = createAnnouncement(bytes);
    const { uploadId } = await jsonOf<Reservation>(post("/uploadToken/reserve", link.token, announcedFile));
    await storeBytes(uploadId, bytes);
    const parts = { uploadId, parts: [{ partNumber: 1, etag: "x", md5: computeMd5(bytes) }] };
    expect((await post("/uploadToken/settle", otherLink.token, { uploadId })).status).toBe(404);
    expect(
      (
        await post("/uploadToken/signParts", otherLink.token, {
          uploadId,
          parts: [{ partNumber: 1, md5: computeMd5(bytes) }],
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await post("/uploadToken/confirmParts", otherLink.token, {
          uploadId,
          parts: [{ partNumber: 1, etag: "x" }],
        })
      ).status,
    ).toBe(404);
    expect(parts.uploadId).toBe(uploadId);
    // The id of a file announced through another link.
    const response = await post("/uploadToken/reserve", otherLink.token, announcedFile);
    expect([response.status, (await jsonOf<{ error: { code: string } }>(response)).error.code]).toEqual([
      422,
      "duplicate",
    ]);
    expect(
      (await jsonOf<{ receipt: { items: unknown[] } }>(post("/uploadToken/getReceipt", otherLink.token)))
        .receipt.items,
    ).toEqual([]);
  });
});

describe("files sent through a link", () => {
  it("2§2 go straight to storage, are checked by their hash, wait as temp files and are recorded as events", async () => {
    const as = await makeStaff();
    const link = await makeLink(as);
    const { response, reservation } = await sendFile(link.token, bytesOf("%PDF-1.7 plan"), "plan.pdf");
    expect(await jsonOf(response)).toEqual({
      id: reservation.id,
      name: "plan.pdf",
      dataSize: 13,
      sha256: computeSha256(bytesOf("%PDF-1.7 plan")),
    });
    const superAdmin = await makeSuperAdmin();
    const { items } = await jsonOf<{ items: object[] }>(
      call("GET", `/tempFiles?customerId=${as.customerId}`, { as: superAdmin }),
    );
    expect(items).toMatchObject([
      {
        name: "plan.pdf",
        type: "application/pdf",
        dataSize: 13,
        licenseCode: link.tempFileLicense.licenseCode,
        documentationId: link.documentationId,
      },
    ]);
    const events = await db()
      .select()
      .from(documentationEvent)
      .where(eq(documentationEvent.documentationId, link.documentationId));
    expect(events).toMatchObject([
      // The holder of the link is unknown, and the creator of the link has uploaded nothing.
      {
        ...{ type: "TASK_EDIT", creator: "" },
        params: { change: "TEMP_FILE_RECEIVED", file: "plan.pdf", link: expect.stringMatching(/./) },
      },
    ]);
  });

  it("design§Links get a safe name if theirs traverses folders, hides the extension or reverses the text direction; the name as sent is kept", async () => {
    const as = await makeStaff();
    const link = await makeLink(as);
    for (const [originalName, name] of [
      ["../../etc/passwd", "_.._etc_passwd"],
      ["faktura\u202efdp.exe", "faktura_fdp.exe"],
      ["con", "_con"],
      ["a\u0000b\n.txt", "a_b_.txt"],
      // P1 seahub#5259 seadroid#120 Lychee#333 list#87 names of phones
      ["💫 bild.jpg", "💫 bild.jpg"],
      ["IMG_20140803_005359:nopm:.jpg", "IMG_20140803_005359_nopm_.jpg"],
      ["DSC12345.JPG.jpg", "DSC12345.JPG.jpg"],
      ["2013-11-07 10.33.09.jpg", "2013-11-07 10.33.09.jpg"],
    ] as const) {
      const { reservation } = await sendFile(link.token, bytesOf(originalName), originalName);
      expect(reservation.name).toBe(name);
      const row = await db().select().from(tempFile).where(eq(tempFile.id, reservation.id)).get();
      expect(row).toMatchObject({ name, originalName: name === originalName ? null : originalName });
    }
    const { receipt } = await jsonOf<{ receipt: { items: { name: string }[] } }>(
      post("/uploadToken/getReceipt", link.token),
    );
    expect(receipt.items.map((item) => item.name)).toContain("faktura\u202efdp.exe");
  });

  it("design§Links are refused if their bytes differ from the announced ones, and the receipt says so", async () => {
    const as = await makeStaff();
    const link = await makeLink(as);
    const announcedFile = createAnnouncement(bytesOf("what I said"));
    const { uploadId } = await jsonOf<Reservation>(post("/uploadToken/reserve", link.token, announcedFile));
    await storeBytes(uploadId, bytesOf("what I sent"));
    const response = await post("/uploadToken/settle", link.token, { uploadId });
    expect([response.status, (await jsonOf<{ error: { code: string } }>(response)).error.code]).toEqual([
      422,
      "uploadMismatch",
    ]);
    const { receipt } = await jsonOf<{ receipt: object }>(post("/uploadToken/getReceipt", link.token));
    expect(receipt).toMatchObject({
      expected: 1,
      received: 0,
      refused: [{ name: "plan.pdf", reason: "uploadMismatch" }],
    });
    // The same item may be sent again.
    const repeatedReservation = await jsonOf<Reservation>(
      post("/uploadToken/reserve", link.token, announcedFile),
    );
    expect(repeatedReservation).toMatchObject({ state: "RESERVED", id: announcedFile.id });
    await storeBytes(repeatedReservation.uploadId, bytesOf("what I said"));
    await post("/uploadToken/settle", link.token, { uploadId: repeatedReservation.uploadId });
    const completeReceipt = await jsonOf(post("/uploadToken/getReceipt", link.token));
    expect(completeReceipt).toMatchObject({ receipt: { expected: 1, received: 1, refused: [] } });
    // The link's creator gets the same receipt; staff of other customers get none.
    const findReceipt = (caller: Caller) =>
      call("GET", `/uploadToken/findReceipt/${link.id}`, { as: caller });
    expect(await jsonOf(findReceipt(as))).toMatchObject({
      receipt: { received: 1, items: [{ name: "plan.pdf", sha256: announcedFile.sha256 }] },
    });
    expect((await findReceipt(await makeStaff())).status).toBe(404);
  });

  it("design§Links resume when they are announced again: a stored file stays stored, and nothing is duplicated", async () => {
    const as = await makeStaff();
    const link = await makeLink(as);
    const bytes = bytesOf("once");
    const announcedFile = createAnnouncement(bytes);
    const first = await jsonOf<Reservation>(post("/uploadToken/reserve", link.token, announcedFile));
    const second = await jsonOf<Reservation>(post("/uploadToken/reserve", link.token, announcedFile));
    expect(second.put?.url).toBeDefined();
    await storeBytes(second.uploadId, bytes);
    const settle = () => post("/uploadToken/settle", link.token, { uploadId: second.uploadId });
    expect((await Promise.all([settle(), settle(), settle()])).map(({ status }) => status)).toEqual([
      200, 200, 200,
    ]);
    expect(await jsonOf(post("/uploadToken/reserve", link.token, announcedFile))).toMatchObject({
      state: "STORED",
    });
    // The same bytes arrived through the second reservation; settling the first returns the stored file.
    expect((await post("/uploadToken/settle", link.token, { uploadId: first.uploadId })).status).toBe(200);
    const rows = await db().select().from(tempFile).where(eq(tempFile.documentationId, link.documentationId));
    expect(rows).toHaveLength(1);
  });

  it("design§Links are sent in parts if they are large, resume after a reload, and are stored whole or not at all", async () => {
    const as = await makeStaff();
    const link = await makeLink(as);
    const bytes = new Uint8Array(maxSinglePutBytes + 1000).fill(7);
    bytes[bytes.length - 1] = 8;
    const announcedFile = createAnnouncement(bytes, "film.mp4");
    const reservation = await jsonOf<Reservation>(post("/uploadToken/reserve", link.token, announcedFile));
    expect(reservation).toMatchObject({ partSize, uploadedParts: [] });
    const { uploadId } = reservation;
    const row = (await db().select().from(upload).where(eq(upload.id, uploadId)).get())!;
    const multipart = env.STORAGE.resumeMultipartUpload(row.objectKey, row.multipartId!);
    const partOf = (partNumber: number) => bytes.subarray((partNumber - 1) * partSize, partNumber * partSize);
    const signedParts = await jsonOf<{ parts: { url: string; headers: Record<string, string> }[] }>(
      post("/uploadToken/signParts", link.token, {
        uploadId,
        parts: [{ partNumber: 2, md5: computeMd5(partOf(2)) }],
      }),
    );
    expect(new URL(signedParts.parts[0]!.url).searchParams.get("partNumber")).toBe("2");
    expect(signedParts.parts[0]!.headers).toMatchObject({ "content-length": String(partOf(2).length) });
    const sendPart = async (partNumber: number) => {
      const { etag } = await multipart.uploadPart(partNumber, partOf(partNumber));
      await post("/uploadToken/confirmParts", link.token, {
        uploadId,
        parts: [{ partNumber, etag: `"${etag}"` }],
      });
    };
    await sendPart(1);
    expect(await jsonOf(post("/uploadToken/reserve", link.token, announcedFile))).toMatchObject({
      uploadId,
      uploadedParts: [1],
    });
    const earlyResponse = await post("/uploadToken/settle", link.token, { uploadId });
    expect((await jsonOf<{ error: { code: string } }>(earlyResponse)).error.code).toBe("uploadNotArrived");
    await sendPart(2);
    expect(await jsonOf(post("/uploadToken/settle", link.token, { uploadId }))).toMatchObject({
      dataSize: bytes.length,
      sha256: computeSha256(bytes),
    });
    // P7 osmeditor4android#3071 The confirmation is repeated as if its response had been lost.
    const secondAttempt = await post("/uploadToken/confirmParts", link.token, {
      uploadId,
      parts: [{ partNumber: 2, etag: "lost" }],
    });
    expect([secondAttempt.status, await jsonOf(secondAttempt)]).toEqual([200, { success: true }]);
    const lateResponse = await post("/uploadToken/signParts", link.token, {
      uploadId,
      parts: [{ partNumber: 1, md5: computeMd5(partOf(1)) }],
    });
    expect(lateResponse.status).toBe(422);
  });

  it("design§Links are limited in number and bytes, and are refused with the reason when the link is full", async () => {
    const as = await makeStaff();
    const link = await makeLink(as);
    const fillingUploads = Array.from({ length: 5 }, () => ({
      customerId: as.customerId,
      documentationId: link.documentationId,
      kind: "TEMP_FILE" as const,
      targetId: crypto.randomUUID(),
      name: "x",
      objectKey: crypto.randomUUID(),
      contentType: "x/y",
      size: linkLimits.bytes / 5,
      md5: "",
      state: "STORED" as const,
      expiresAt: addSeconds(60),
      uploadTokenId: link.id,
    }));
    await db().insert(upload).values(fillingUploads);
    const response = await post("/uploadToken/reserve", link.token, createAnnouncement(bytesOf("one more")));
    expect([response.status, (await jsonOf<{ error: { code: string } }>(response)).error.code]).toEqual([
      422,
      "linkFull",
    ]);
    const rows = await db()
      .select()
      .from(tempFile)
      .where(and(eq(tempFile.customerId, as.customerId), eq(tempFile.documentationId, link.documentationId)));
    expect(rows).toEqual([]);
  });

  it("2§5 P1 enketo-express#374 are one file if name and bytes are the same; other bytes under the same name get a number", async () => {
    const as = await makeStaff();
    const link = await makeLink(as);
    const [first, second] = [bytesOf("one"), bytesOf("two")];
    const { reservation } = await sendFile(link.token, first, "image.jpg");
    const repeatedReservation = await jsonOf(
      post("/uploadToken/reserve", link.token, createAnnouncement(first, "image.jpg")),
    );
    expect(repeatedReservation).toMatchObject({ id: reservation.id, state: "STORED", name: "image.jpg" });
    const otherUpload = await sendFile(link.token, second, "image.jpg");
    expect(await jsonOf(otherUpload.response)).toMatchObject({
      ...{ id: otherUpload.reservation.id, name: "image (2).jpg", sha256: computeSha256(second) },
    });
    const row = await db().select().from(tempFile).where(eq(tempFile.id, otherUpload.reservation.id)).get();
    expect(row).toMatchObject({ name: "image (2).jpg", originalName: "image.jpg" });

    const inlineResponse = await jsonOf<{ items: { id: string; name: string; sha256: string }[] }>(
      post("/tempFile/uploadFiles", link.token, {
        files: [second, first, bytesOf("three"), first].map((bytes) => ({
          name: "image.jpg",
          data: Buffer.from(bytes).toString("base64"),
        })),
      }),
    );
    expect(inlineResponse.items.map(({ name, sha256: hash }) => [name, hash])).toEqual([
      ["image (2).jpg", computeSha256(second)],
      ["image.jpg", computeSha256(first)],
      ["image (3).jpg", computeSha256(bytesOf("three"))],
      ["image.jpg", computeSha256(first)],
    ]);
    const rows = await db().select().from(tempFile).where(eq(tempFile.documentationId, link.documentationId));
    expect(rows.map(({ name }) => name).sort()).toEqual(["image (2).jpg", "image (3).jpg", "image.jpg"]);
    const { receipt } = await jsonOf<{ receipt: { items: { sha256: string }[] } }>(
      post("/uploadToken/getReceipt", link.token),
    );
    expect(receipt).toMatchObject({ expected: 3, received: 3, refused: [] });
    expect(receipt.items.map(({ sha256: hash }) => hash)).toEqual(
      [first, second, bytesOf("three")].map(computeSha256),
    );

    // A file deleted by staff no longer counts as sent. A file of another link to the documentation keeps its number too.
    const superAdmin = await makeSuperAdmin();
    expect((await call("DELETE", `/tempFiles/${reservation.id}`, { as: superAdmin })).status).toBe(200);
    expect(await jsonOf((await sendFile(link.token, first, "image.jpg")).response)).toMatchObject({
      name: "image.jpg",
    });
    const { token } = await jsonOf<CreatedLink>(
      call("POST", "/uploadToken/create", {
        as,
        body: { documentationId: link.documentationId, purpose: "FILES" },
      }),
    );
    expect(await jsonOf((await sendFile(token, first, "IMAGE.jpg")).response)).toMatchObject({
      name: "IMAGE (4).jpg",
    });
  });

  it("2§5 P1 multifile#111 are all stored, each under its own name, when several people send files of the same name at once", async () => {
    const link = await makeLink(await makeStaff());
    const contents = Array.from({ length: 6 }, (_, index) => bytesOf(`photo ${index}`));
    const settledFiles = await Promise.all(
      contents.map(async (bytes) => {
        const { response } = await sendFile(link.token, bytes, "image.jpg");
        return jsonOf<{ name: string; sha256: string }>(response);
      }),
    );
    expect(settledFiles.map(({ sha256: hash }) => hash)).toEqual(contents.map(computeSha256));
    expect(settledFiles.map(({ name }) => name).sort()).toEqual(
      ["image.jpg", ...[2, 3, 4, 5, 6].map((number) => `image (${number}).jpg`)].sort(),
    );
  });

  it("2§5 P1 osmeditor4android#3071 are one file if two tabs send the same photo, and both tabs get this result, however often they ask", async () => {
    const link = await makeLink(await makeStaff());
    const bytes = bytesOf("the same photo");
    const reserve = () =>
      jsonOf<Reservation>(post("/uploadToken/reserve", link.token, createAnnouncement(bytes, "image.jpg")));
    const tabs = [await reserve(), await reserve()];
    for (const { uploadId } of tabs) await storeBytes(uploadId, bytes);
    const settle = ({ uploadId }: Reservation) =>
      jsonOf<{ id: string; sha256: string }>(post("/uploadToken/settle", link.token, { uploadId }));
    const [settleResults, secondAttempt] = [
      await Promise.all(tabs.map(settle)),
      await Promise.all(tabs.map(settle)),
    ];
    expect(settleResults.map(({ sha256: hash }) => hash)).toEqual([
      computeSha256(bytes),
      computeSha256(bytes),
    ]);
    expect(new Set(settleResults.map(({ id }) => id)).size).toBe(1);
    expect(secondAttempt).toEqual(settleResults);
    const batchResponse = await jsonOf<{ items: object[] }>(
      post("/uploadToken/settleUploads", link.token, { uploadIds: tabs.map(({ uploadId }) => uploadId) }),
    );
    expect(batchResponse.items).toMatchObject(settleResults.map((stored) => ({ stored, failure: null })));
    expect(await jsonOf(post("/uploadToken/getReceipt", link.token))).toMatchObject({
      receipt: { expected: 1, received: 1, refused: [] },
    });
  });

  it("2§5 P1 are refused if their id has been used for other bytes, and the response does not contain the first file's hash", async () => {
    const link = await makeLink(await makeStaff());
    const { reservation } = await sendFile(link.token, bytesOf("one"), "image.jpg");
    const otherUpload = createAnnouncement(bytesOf("two"), "image.jpg", reservation.id);
    const response = await post("/uploadToken/reserve", link.token, otherUpload);
    expect([response.status, await jsonOf(response)]).toMatchObject([
      422,
      { error: { code: "duplicate", fields: { id: "duplicate" } } },
    ]);
  });

  it("2§2 can still be downloaded by staff who may read files, and by super admins, if the licence was deleted", async () => {
    const as = await makeStaff();
    const link = await makeLink(as);
    const { reservation } = await sendFile(link.token, bytesOf("still here"));
    const superAdmin = await makeSuperAdmin();
    const removalPath = `/license/deleteLicenseAndTemplates/${link.tempFileLicense.id}`;
    expect((await call("POST", removalPath, { as: superAdmin })).status).toBe(200);
    const path = `/tempFile/download/${reservation.id}`;
    for (const caller of [as, superAdmin]) {
      const response = await call("GET", path, { as: caller });
      expect([response.status, await response.text()]).toEqual([200, "still here"]);
    }
    const { customerId } = as;
    const reader = await makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    expect((await call("GET", path, { as: reader })).status).toBe(403);
    expect((await call("GET", path, { as: await makeStaff() })).status).toBe(404);
    const crewLicense = await makeLicense({ customerId, tempFiles: true });
    const licenseCode = encodeURIComponent(crewLicense.licenseCode);
    expect(
      (await call("GET", `/tempFile/getTempFile/${reservation.id}?licenseCode=${licenseCode}`)).status,
    ).toBe(200);
  });

  it("design§Links are refused once the link's creator may no longer create links, and staff see the link as closed", async () => {
    const as = await makeStaff();
    const link = await makeLink(as);
    const colleague = await makeCaller({ customerId: as.customerId, roles: staffAuthorities });
    const fetchClosedStates = async () =>
      (
        await jsonOf<{ items: { closed: boolean }[] }>(
          call("GET", `/uploadToken/findAllByDocumentationId/${link.documentationId}`, { as: colleague }),
        )
      ).items.map(({ closed }) => closed);
    expect(await fetchClosedStates()).toEqual([false]);
    await db().update(user).set({ enabled: false }).where(eq(user.id, as.userId));
    expect(await fetchClosedStates()).toEqual([true]);
    expect((await post("/tempFile/getInfo", link.token)).status).toBe(401);
  });

  it("2§7 can be downloaded by a device with the licence code, but not with that of another licence", async () => {
    const as = await makeStaff();
    const link = await makeLink(as);
    const { reservation } = await sendFile(link.token, bytesOf("<script>"), "evil.html");
    const get = (licenseCode: string) =>
      call("GET", `/tempFile/getTempFile/${reservation.id}?licenseCode=${encodeURIComponent(licenseCode)}`);
    const response = await get(link.tempFileLicense.licenseCode);
    expect(await response.text()).toBe("<script>");
    expect(response.headers.get("content-type")).toBe("application/octet-stream");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    const sibling = await makeLicense({ customerId: as.customerId, tempFiles: true });
    const foreignLicense = await makeLicense({ tempFiles: true });
    for (const licenseCode of [sibling.licenseCode, foreignLicense.licenseCode])
      expect((await get(licenseCode)).status).toBe(404);
    expect((await get("no such code")).status).toBe(401);
    // Neither the list nor this call returns files to a licence without tempFiles.
    await db().update(license).set({ tempFiles: false }).where(eq(license.id, link.tempFileLicense.id));
    expect((await get(link.tempFileLicense.licenseCode)).status).toBe(404);
    await db().update(license).set({ tempFiles: true }).where(eq(license.id, link.tempFileLicense.id));
    const superAdmin = await makeSuperAdmin();
    expect((await call("DELETE", `/tempFiles/${reservation.id}`, { as: superAdmin })).status).toBe(200);
    expect((await get(link.tempFileLicense.licenseCode)).status).toBe(404);
    const { objects } = await env.STORAGE.list({
      prefix: `customers/${as.customerId}/files/${reservation.id}/`,
    });
    expect(objects).toEqual([]);
  });
});

describe("tasks to be answered later", () => {
  async function makeLaterLink(as: Caller) {
    const link = await makeLink(as, { purpose: "LATER" });
    const commonValues = { customerId: as.customerId, documentationId: link.documentationId };
    const [photoTask, fileTask, closed, otherTask] = await db()
      .insert(documentationTask)
      .values([
        { ...commonValues, name: "Mast", type: "PHOTO", required: "NO_LATER_UPLOAD_POSSIBLE", position: 0 },
        {
          ...commonValues,
          name: "Protocol",
          type: "FILE",
          required: "NO_WITH_LATER_UPLOAD",
          options: "pdf;txt",
          position: 1,
        },
        { ...commonValues, name: "Roof", type: "PHOTO", required: "YES", position: 2 },
        { ...commonValues, name: "Remark", type: "TEXT", required: "NO_WITH_LATER_UPLOAD", position: 3 },
      ])
      .returning();
    return { ...link, photoTask: photoTask!, fileTask: fileTask!, closed: closed!, otherTask: otherTask! };
  }
  const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  const readError = async (responsePromise: Response | Promise<Response>) =>
    (await jsonOf<{ error: { code: string; fields?: object } }>(responsePromise)).error;

  it("2§2 are shown if they are photo and file tasks that allow it, and no others", async () => {
    const link = await makeLaterLink(await makeStaff());
    for (const path of ["/uploadLater/getTasks", "/tempFile/getUploadLaterTasks"]) {
      const { items } = await jsonOf<{ items: { name: string }[] }>(post(path, link.token));
      expect(items.map(({ name }) => name)).toEqual(["Mast", "Protocol"]);
    }
    expect(await jsonOf(post("/uploadLater/getDocumentation", link.token))).toMatchObject({
      id: link.documentationId,
    });
  });

  it("2§5 require a task of the link, a comment for a photo and a permitted extension for a file; otherwise nothing is stored", async () => {
    const link = await makeLaterLink(await makeStaff());
    const bytes = makePlainPhoto();
    const makePhotoItem = (changes: object) => ({ ...createAnnouncement(bytes, "a.jpg"), ...changes });
    const reserve = (body: object) => readError(post("/uploadToken/reserve", link.token, body));
    const invalidFields = (fields: object) => expect.objectContaining({ code: "invalid", fields });
    expect(await reserve(makePhotoItem({}))).toEqual(invalidFields({ documentationTaskId: "notFound" }));
    expect(await reserve(makePhotoItem({ documentationTaskId: link.closed.id, comment: "x" }))).toEqual(
      invalidFields({ documentationTaskId: "notFound" }),
    );
    expect(await reserve(makePhotoItem({ documentationTaskId: link.photoTask.id, comment: " " }))).toEqual(
      invalidFields({ comment: "required" }),
    );
    expect(
      await reserve({ ...makePhotoItem({}), name: "evil.exe", documentationTaskId: link.fileTask.id }),
    ).toEqual(invalidFields({ name: "notAllowed" }));
    const item = (changes: object) => ({
      name: "a.jpg",
      data: toBase64(bytes),
      comment: "Seen from below",
      documentationTask: link.photoTask.id,
      ...changes,
    });
    const postItems = (items: object[]) => readError(post("/uploadLater/upload", link.token, { items }));
    expect(await postItems([item({}), item({ comment: null })])).toEqual(
      invalidFields({ "items.1.comment": "required" }),
    );
    expect(await postItems([item({}), item({ data: toBase64(bytesOf("no photo")) })])).toMatchObject({
      code: "notJpeg",
    });
    expect(await postItems([item({}), item({ documentationTask: link.otherTask.id })])).toEqual(
      invalidFields({ "items.1.documentationTask": "notFound" }),
    );
    const rows = await db()
      .select()
      .from(photoTable)
      .where(eq(photoTable.documentationId, link.documentationId));
    expect(rows).toEqual([]);
  });

  it("2§7 receive photos and files sent as base64, each of which is stored once, however often it is sent", async () => {
    const link = await makeLaterLink(await makeStaff());
    await db()
      .update(documentation)
      .set({ status: "WAITING_FOR_FILE", completionRequested: addSeconds(-60) })
      .where(eq(documentation.id, link.documentationId));
    const items = [
      {
        name: "IMG_1.JPG",
        data: toBase64(makePlainPhoto()),
        comment: "North",
        documentationTask: link.photoTask.id,
      },
      { name: "protocol.pdf", data: toBase64(bytesOf("%PDF-1.4")), documentationTask: link.fileTask.id },
    ];
    const first = await jsonOf<{ items: { name: string; sha256: string }[] }>(
      post("/uploadLater/upload", link.token, { items }),
    );
    expect(first.items.map(({ name, sha256: hash }) => [name, hash])).toEqual([
      ["Mast_01", computeSha256(makePlainPhoto())],
      ["protocol.pdf", computeSha256(bytesOf("%PDF-1.4"))],
    ]);
    expect(await jsonOf(post("/uploadLater/upload", link.token, { items }))).toEqual(first);
    expect(await jsonOf(post("/uploadLater/getPhotos", link.token))).toMatchObject({
      items: [{ name: "Mast_01", comment: "North", documentationTaskId: link.photoTask.id }],
    });
    const { items: files } = await jsonOf<{ items: { id: string }[] }>(
      post("/uploadLater/getFiles", link.token),
    );
    expect(files).toHaveLength(1);
    const query = `?link=${encodeURIComponent(link.token)}`;
    const downloadResponse = await call("GET", `/uploadLater/downloadFile/${files[0]!.id}${query}`);
    expect(await downloadResponse.text()).toBe("%PDF-1.4");
    // 2§4 the documentation stops waiting automatically.
    const row = await db()
      .select()
      .from(documentation)
      .where(eq(documentation.id, link.documentationId))
      .get();
    expect(row).toMatchObject({ status: "COMPLETED", uploadedPhotos: 1, numberOfPhotos: 1 });
    // The creator of the link neither took the photo nor wrote the file.
    const storedPhotos = await db()
      .select()
      .from(photoTable)
      .where(eq(photoTable.documentationId, link.documentationId));
    expect(storedPhotos.map(({ creator }) => creator)).toEqual([""]);
    const storedFiles = await db().select().from(file).where(eq(file.documentationId, link.documentationId));
    expect(storedFiles.map(({ creator }) => creator)).toEqual([""]);
    const events = await db()
      .select()
      .from(documentationEvent)
      .where(eq(documentationEvent.documentationId, link.documentationId));
    for (const change of ["PHOTO_IMPORTED", "FILE_IMPORTED"])
      expect(events.find(({ params }) => params.change === change)).toMatchObject({
        ...{ creator: "", params: { link: expect.stringMatching(/./) } },
      });
    expect(events.find(({ type }) => type === "COMPLETED")).toMatchObject({
      ...{ creator: "", params: { status: "COMPLETED", link: expect.stringMatching(/./) } },
    });
    const receipt = await jsonOf<{ receipt: { items: object[] }; signature: string }>(
      post("/uploadToken/getReceipt", link.token),
    );
    expect(receipt.receipt).toMatchObject({
      expected: 2,
      received: 2,
      items: [{ name: "IMG_1.JPG", sha256: computeSha256(makePlainPhoto()) }, { name: "protocol.pdf" }],
    });
    const verify = (body: object) => jsonOf(call("POST", "/uploadToken/verifyReceipt", { body }));
    expect(await verify(receipt)).toEqual({ valid: true });
    const changedReceipt = { ...receipt, receipt: { ...receipt.receipt, received: 3 } };
    expect(await verify(changedReceipt)).toEqual({ valid: false });
    expect(await verify({ ...receipt, signature: "made up" })).toEqual({ valid: false });
  });

  it("2§5 P1 owncloud/core#18449 receive uploads with the same name: photos are numbered by task, files by name, and none of them is lost", async () => {
    const link = await makeLaterLink(await makeStaff());
    const [first, second] = [makePlainPhoto(), makePhotoWithTags({ image: { 271: "Apple" } })];
    const makePhotoItem = (bytes: Uint8Array) => ({
      ...{ name: "image.jpg", data: toBase64(bytes), comment: "North", documentationTask: link.photoTask.id },
    });
    const makeScanItem = (text: string) => ({
      ...{ name: "Scan.pdf", data: toBase64(bytesOf(text)), documentationTask: link.fileTask.id },
    });
    const items = [
      makePhotoItem(first),
      makePhotoItem(second),
      makeScanItem("%PDF-1.4 a"),
      makeScanItem("%PDF-1.4 b"),
      makeScanItem("%PDF-1.4 a"),
    ];
    const response = await jsonOf<{ items: { name: string; sha256: string }[] }>(
      post("/uploadLater/upload", link.token, { items }),
    );
    expect(response.items.map(({ name, sha256: hash }) => [name, hash])).toEqual([
      ["Mast_01", computeSha256(first)],
      ["Mast_02", computeSha256(second)],
      ["Scan.pdf", computeSha256(bytesOf("%PDF-1.4 a"))],
      ["Scan (2).pdf", computeSha256(bytesOf("%PDF-1.4 b"))],
      ["Scan.pdf", computeSha256(bytesOf("%PDF-1.4 a"))],
    ]);
    expect(await jsonOf(post("/uploadLater/upload", link.token, { items }))).toEqual(response);
    expect(await jsonOf(post("/uploadToken/getReceipt", link.token))).toMatchObject({
      receipt: { expected: 4, received: 4, refused: [] },
    });
    const itemWithId = { ...makePhotoItem(first), id: crypto.randomUUID() };
    await post("/uploadLater/upload", link.token, { items: [itemWithId] });
    const otherUpload = await post("/uploadLater/upload", link.token, {
      items: [{ ...makePhotoItem(second), id: itemWithId.id }],
    });
    expect([otherUpload.status, await readError(otherUpload)]).toMatchObject([422, { code: "duplicate" }]);
  });

  it("design§Links are the only ones whose files can be downloaded with the link", async () => {
    const as = await makeStaff();
    const link = await makeLaterLink(as);
    const otherPhoto = await makeStoredPhoto(
      { customerId: as.customerId, id: link.documentationId },
      makePlainPhoto(),
      { documentationTaskId: link.closed.id },
    );
    const query = `?link=${encodeURIComponent(link.token)}`;
    expect((await call("GET", `/uploadLater/downloadPhoto/${otherPhoto.id}${query}`)).status).toBe(404);
    expect((await call("GET", `/uploadLater/downloadPhoto/${otherPhoto.id}?link=nobody`)).status).toBe(401);
    expect((await call("GET", `/photo/downloadOriginal/${otherPhoto.id}${query}`)).status).toBe(401);
    await db().delete(rateLimitCounter);
  });
});

describe("notifications of staff", () => {
  it("design§Links are one mail to the link's creator about all files that arrived, in their language", async () => {
    const as = await makeCaller({ roles: staffAuthorities, email: `${uniqueName("staff")}@example.com` });
    await db().update(user).set({ language: "sv" }).where(eq(user.id, as.userId));
    const creator = (await db().select().from(user).where(eq(user.id, as.userId)).get())!;
    const link = await makeLink(as);
    await sendFile(link.token, bytesOf("one"), "ritning.pdf");
    await sendFile(link.token, bytesOf("two"), "foto.png");
    // No mail while more files may follow.
    await notifyOfArrivals(env, db(), new Date());
    expect(await readLastMail(creator.email!)).toBeUndefined();
    await db()
      .update(upload)
      .set({ settledAt: addSeconds(-300) })
      .where(eq(upload.uploadTokenId, link.id));
    await Promise.all([notifyOfArrivals(env, db(), new Date()), notifyOfArrivals(env, db(), new Date())]);
    const mail = (await readLastMail(creator.email!))!;
    expect(mail.subject).toMatch(/^2 filer har laddats upp till mast/);
    for (const text of [
      "ritning.pdf (3 B)",
      "foto.png (3 B)",
      `/documentation/details/${link.documentationId}`,
    ])
      expect(mail.text).toContain(text);
    const readMails = () =>
      db()
        .select()
        .from(outboxMail)
        .where(
          sql`EXISTS (SELECT 1 FROM json_each(${outboxMail.recipients}) WHERE value = ${creator.email})`,
        );
    expect(await readMails()).toHaveLength(1);
    await notifyOfArrivals(env, db(), new Date());
    expect(await readMails()).toHaveLength(1);
  });

  it("design§Links that ended long ago are deleted, and their files stay", async () => {
    const as = await makeStaff();
    const [oldLink, recentLink] = [await makeLink(as), await makeLink(as)];
    await sendFile(oldLink.token, bytesOf("kept"));
    for (const [link, dayCount] of [
      [oldLink, 91],
      [recentLink, 1],
    ] as const)
      await db()
        .update(uploadToken)
        .set({ expireDate: addSeconds(-dayCount * 86_400) })
        .where(eq(uploadToken.id, link.id));
    await purgeEnded(env, db(), new Date());
    const remainingFiles = await db()
      .select()
      .from(uploadToken)
      .where(eq(uploadToken.customerId, as.customerId));
    expect(remainingFiles.map(({ id }) => id)).toEqual([recentLink.id]);
    const files = await db().select().from(tempFile).where(eq(tempFile.customerId, as.customerId));
    expect(files).toMatchObject([{ hasData: true, uploadTokenId: null }]);
  });
});
