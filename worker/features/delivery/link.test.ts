import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { eq, inArray, sql } from "drizzle-orm";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { addSeconds } from "#domain/core/fields.ts";
import { type DeliveryRequest, deliveryRequest } from "#domain/delivery/deliveryRequest.ts";
import type { DeliveryLinkContents } from "#domain/endpoints/exports/deliveryLink.ts";
import type { MarkupShape } from "#domain/media/markup.ts";
import { purgeEnded } from "#worker/cron/purgeEnded.ts";
import {
  delivery,
  deliveryLink,
  documentation,
  domainChange,
  exportDocument,
  job,
  orphanedObject,
  photo,
  photoVariant,
  rateLimitCounter,
  user,
  userRole,
} from "#worker/db/schema/index.ts";
import { createDeliveryLink, type NewDeliveredFile } from "#worker/links/mailedLink.ts";
import { toPhotoObjectKey } from "#worker/media/photoKeys.ts";
import {
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
} from "#worker/testing/factories.ts";
import { makeStoredPhoto } from "#worker/testing/storedPhoto.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** A mailed delivery with a link to two photos and a document. */
async function makeLink(options?: { as: Caller; request: Partial<DeliveryRequest> }) {
  const { id: customerId, name: customerName } = options
    ? { id: options.as.customerId, name: "" }
    : await makeCustomer();
  const documentationRow = await makeDocumentation(customerId);
  const [deliveryRow] = await db()
    .insert(delivery)
    .values({
      ...{ customerId, documentationId: documentationRow.id, state: "DONE", type: "EMAIL", missingItems: [] },
      ...{ templateExportConfigurationId: crypto.randomUUID(), exportConfigurationId: crypto.randomUUID() },
      ...{ exportConfigurationName: "Post", request: deliveryRequest.parse(options?.request ?? {}) },
      ...(options
        ? { requester: { userId: options.as.userId, realUserId: null, customerId }, username: "Anna" }
        : { isAutomatic: true }),
    })
    .returning();
  const photos = [
    await makeStoredPhoto(documentationRow, bytesOf("the first photo")),
    await makeStoredPhoto(documentationRow, bytesOf("the second photo, which is longer")),
  ];
  const document = bytesOf("a document");
  const key = `customers/${customerId}/deliveries/${deliveryRow!.id}/${crypto.randomUUID()}`;
  const object = await env.STORAGE.put(key, document);
  const files: NewDeliveredFile[] = [
    ...photos.map((row, index) => ({
      ...{
        path: `Mast/photos/${index + 1}.jpg`,
        kind: "PHOTO" as const,
        sourceId: row.id,
        isGenerated: false,
      },
      ...{ bytes: row.dataSize, sha256: row.sha256, crc32: row.crc32!, etag: row.etag! },
      objectKey: toPhotoObjectKey(row, "original"),
    })),
    {
      ...{
        path: "Mast/Mast Åre.docx",
        kind: "DOCUMENT",
        sourceId: "node",
        isGenerated: true,
        objectKey: key,
      },
      ...{ bytes: document.length, sha256: sha256Of(document), crc32: crc32(document), etag: object!.etag },
    },
  ];
  const link = await createDeliveryLink(db(), {
    customerId,
    deliveryId: deliveryRow!.id,
    name: "Mast Åre",
    files,
  });
  await db().batch(link.statements as never);
  return {
    ...link,
    customerId,
    customerName,
    documentationId: documentationRow.id,
    deliveryId: deliveryRow!.id,
    photos,
    objectKey: key,
  };
}

const openLink = (token: string, offset = 0) =>
  call("POST", "/deliveryLink/get", { body: { token, offset } });
const readLink = (token: string) => jsonOf<DeliveryLinkContents>(openLink(token));
const readProblem = async (pendingResponse: Promise<Response>) => {
  const response = await pendingResponse;
  return [response.status, ((await response.json()) as { error: { code: string } }).error.code];
};
const download = (token: string, query = "", headers: Record<string, string> = {}) =>
  call("GET", `/deliveryLink/download?link=${token}${query}`, { headers });

describe("design§Links a mailed link", () => {
  it("lists its files with paths, sizes and digests to anyone who has it", async () => {
    const { token, expires, customerName } = await makeLink();
    const link = await readLink(token);
    expect(link).toMatchObject({ name: "Mast Åre", customerName, expires, fileCount: 3, removedCount: 0 });
    expect(link.files.map(({ path, bytes, removed }) => [path, bytes, removed])).toEqual([
      ["Mast/photos/1.jpg", 15, false],
      ["Mast/photos/2.jpg", 33, false],
      ["Mast/Mast Åre.docx", 10, false],
    ]);
    expect(link.bytes).toBe(58);
    expect(link.files[2]!.sha256).toBe(sha256Of(bytesOf("a document")));
    expect((await jsonOf<DeliveryLinkContents>(openLink(token, 2))).files).toHaveLength(1);
  });

  it("downloads each file byte for byte, whole and in ranges", async () => {
    const { token } = await makeLink();
    const { files } = await readLink(token);
    const fullResponse = await download(token, `&file=${files[2]!.id}`);
    expect([fullResponse.status, await fullResponse.text()]).toEqual([200, "a document"]);
    expect(fullResponse.headers.get("content-disposition")).toContain("Mast%20%C3%85re.docx");
    expect(fullResponse.headers.get("etag")).toMatch(/^"/);
    const partResponse = await download(token, `&file=${files[0]!.id}`, { range: "bytes=4-8" });
    expect([partResponse.status, await partResponse.text()]).toEqual([206, "first"]);
    expect((await download(token, `&file=${crypto.randomUUID()}`)).status).toBe(404);
  });

  it("downloads all files as one zip of exact length that resumes to the same bytes", async () => {
    const { token } = await makeLink();
    const fullResponse = await download(token);
    const bytes = new Uint8Array(await fullResponse.arrayBuffer());
    expect(fullResponse.headers.get("content-length")).toBe(String(bytes.length));
    expect(fullResponse.headers.get("content-disposition")).toContain(".zip");
    const files = unzipSync(bytes);
    expect(Object.keys(files)).toEqual(["Mast/photos/1.jpg", "Mast/photos/2.jpg", "Mast/Mast Åre.docx"]);
    expect(new TextDecoder().decode(files["Mast/photos/2.jpg"])).toBe("the second photo, which is longer");
    const rangeResponse = await download(token, "", {
      range: "bytes=50-",
      "if-range": fullResponse.headers.get("etag")!,
    });
    expect([rangeResponse.status, new Uint8Array(await rangeResponse.arrayBuffer())]).toEqual([
      206,
      bytes.slice(50),
    ]);
  });

  it("reports which files have been removed since, and lists them as missing in the zip", async () => {
    const { token, photos } = await makeLink();
    await db().delete(photo).where(eq(photo.id, photos[0]!.id));
    const link = await readLink(token);
    expect(link.files.map(({ removed }) => removed)).toEqual([true, false, false]);
    expect([link.removedCount, link.bytes]).toEqual([1, 43]);
    expect((await download(token, `&file=${link.files[0]!.id}`)).status).toBe(404);
    const zip = unzipSync(new Uint8Array(await (await download(token, "&language=en")).arrayBuffer()));
    expect(Object.keys(zip)).toEqual(["Mast/photos/2.jpg", "Mast/Mast Åre.docx", "missing.txt"]);
    expect(new TextDecoder().decode(zip["missing.txt"])).toContain("Mast/photos/1.jpg");
  });

  it("does not serve a photo that has been replaced", async () => {
    const { token, photos } = await makeLink();
    await db().update(photo).set({ revision: "another" }).where(eq(photo.id, photos[1]!.id));
    expect((await readLink(token)).files.map(({ removed }) => removed)).toEqual([false, true, false]);
  });

  it("2§5 serves photos without markup if they were sent without it, and unblurred photos only while their sender may unblur them", async () => {
    const as = await makeCaller({ roles: ["ROLE_EXPORT_DOCUMENTATION", "ROLE_PHOTO_WRITE"] });
    const linkWithoutMarkup = await makeLink({ as, request: { withoutMarkup: true } });
    const linkWithMarkup = await makeLink({ as, request: {} });
    const isRemoved = async ({ token }: { token: string }) => (await readLink(token)).files[0]!.removed;
    const line: MarkupShape = {
      ...{ type: "LINE", from: [0.2, 0.2], to: [0.3, 0.3] },
      ...{ color: "white", width: 0.05 },
    };
    const blur: MarkupShape = { type: "BLUR", from: [0.6, 0.6], to: [0.9, 0.9] };
    const draw = async (markup: MarkupShape[]) => {
      for (const { photos } of [linkWithoutMarkup, linkWithMarkup])
        await db()
          .update(photo)
          .set({ markup, unmarkedRevision: "", derivativeRevision: "drawn", renditionEtag: "drawn" })
          .where(eq(photo.id, photos[0]!.id));
      return [await isRemoved(linkWithoutMarkup), await isRemoved(linkWithMarkup)];
    };
    expect(await draw([line])).toEqual([false, true]);
    expect(await draw([line, blur])).toEqual([false, true]);
    await db()
      .delete(userRole)
      .where(
        sql`user_id = ${as.userId} AND role_id = (SELECT id FROM role WHERE authority = 'ROLE_PHOTO_WRITE')`,
      );
    expect(await isRemoved(linkWithoutMarkup)).toBe(true);
    expect(await draw([line])).toEqual([false, true]);
  });

  it("2§5 does not serve a compressed photo whose markup has changed since", async () => {
    const { token, customerId, photos } = await makeLink();
    const { id, etag, revision } = photos[0]!;
    const objectKey = toPhotoObjectKey({ customerId, id, revision, derivativeRevision: "" }, "original");
    await db()
      .insert(photoVariant)
      .values({
        ...{ customerId, photoId: id, maxSize: 100, quality: 50, sourceEtag: etag!, rotation: 0, objectKey },
        ...{ size: 1, crc32: 1, sha256: "0".repeat(64), etag: "small", width: 1, height: 1 },
      });
    expect((await readLink(token)).files[0]!.removed).toBe(false);
    await db()
      .update(photo)
      .set({ unmarkedRevision: "", derivativeRevision: "drawn", renditionEtag: "drawn" })
      .where(eq(photo.id, id));
    expect((await readLink(token)).files[0]!.removed).toBe(true);
  });

  it("ends when it expires or its documentation is deleted, but not when the documentation is handed over", async () => {
    const { token, deliveryId, documentationId } = await makeLink();
    const setStatus = (newStatus: "PAUSED" | "DELETED") =>
      db().update(documentation).set({ status: newStatus }).where(eq(documentation.id, documentationId));
    await setStatus("PAUSED");
    expect((await openLink(token)).status).toBe(200);
    await db()
      .update(deliveryLink)
      .set({ expiresAt: addSeconds(-1) })
      .where(eq(deliveryLink.deliveryId, deliveryId));
    expect(await readProblem(openLink(token))).toEqual([401, "linkExpired"]);
    expect(await readProblem(download(token))).toEqual([401, "linkExpired"]);
    await setStatus("DELETED");
    expect(await readProblem(openLink(token))).toEqual([401, "linkUnknown"]);
    const otherLink = await makeLink();
    await db().delete(documentation).where(eq(documentation.id, otherLink.documentationId));
    expect(await readProblem(openLink(otherLink.token))).toEqual([401, "linkUnknown"]);
    expect(await readProblem(download(otherLink.token))).toEqual([401, "linkUnknown"]);
  });

  it("serves only its own files", async () => {
    const [firstLink, secondLink] = [await makeLink(), await makeLink()];
    const { files } = await readLink(secondLink.token);
    expect((await download(firstLink.token, `&file=${files[0]!.id}`)).status).toBe(404);
    const [row] = await db()
      .select()
      .from(deliveryLink)
      .where(eq(deliveryLink.deliveryId, firstLink.deliveryId));
    expect(row!.tokenHash).not.toContain(firstLink.token);
    expect(await readProblem(openLink(row!.tokenHash))).toEqual([401, "linkUnknown"]);
  });

  it("opens nothing once its requester may no longer export, or can no longer log in", async () => {
    for (const withdraw of [
      (id: number) => db().delete(userRole).where(eq(userRole.userId, id)),
      (id: number) => db().update(user).set({ enabled: false }).where(eq(user.id, id)),
      (id: number) => db().update(user).set({ accountLocked: true }).where(eq(user.id, id)),
    ]) {
      const as = await makeCaller({ roles: ["ROLE_EXPORT_DOCUMENTATION"] });
      const { token } = await makeLink({ as, request: {} });
      const { files } = await readLink(token);
      expect(files).toHaveLength(3);
      await withdraw(as.userId);
      expect(await readProblem(openLink(token))).toEqual([401, "linkUnknown"]);
      for (const query of ["", `&file=${files[0]!.id}`])
        expect(await readProblem(download(token, query))).toEqual([401, "linkUnknown"]);
    }
  });

  it("is listed for staff of its customer with its state, and opens nothing once they revoke it", async () => {
    const as = await makeCaller({ roles: ["ROLE_EXPORT_DOCUMENTATION", "ROLE_DOCUMENTATION_WRITE"] });
    const { token, expires, documentationId, deliveryId } = await makeLink({ as, request: {} });
    const [jobRow] = await db()
      .insert(job)
      .values({
        ...{ customerId: as.customerId, kind: "exportDocument", params: { request: {}, cursor: null } },
        requester: { userId: as.userId, realUserId: null, customerId: as.customerId },
      })
      .returning();
    const documentToken = "a document's token";
    const [document] = await db()
      .insert(exportDocument)
      .values({
        ...{ customerId: as.customerId, documentationId, documentationName: "Mast", fileName: "Mast.pdf" },
        ...{ userName: "Anna", state: "READY", jobId: jobRow!.id, email: "stranger@example.com" },
        ...{ tokenHash: createHash("sha256").update(documentToken).digest("hex"), expireDate: expires },
      })
      .returning();
    const list = (as: Caller) =>
      call("GET", `/deliveryLink/findAllByDocumentationId/${documentationId}`, { as });
    const readItems = async () =>
      (await jsonOf<{ items: { id: string; kind: string; closed: boolean }[] }>(list(as))).items;
    const items = await readItems();
    expect(items.map(({ kind }) => kind).sort()).toEqual(["DELIVERY", "DOCUMENT"]);
    expect(items).toContainEqual(
      expect.objectContaining({
        kind: "DELIVERY",
        name: "Post",
        creator: "Anna",
        closed: false,
        expireDate: expires,
      }),
    );
    // The reader has no right to read documentations, which the document's link depends on.
    expect(items).toContainEqual(
      expect.objectContaining({ kind: "DOCUMENT", to: "stranger@example.com", closed: true }),
    );
    const stranger = await makeCaller({ roles: ["ROLE_DOCUMENTATION_WRITE"] });
    expect((await list(stranger)).status).toBe(404);
    for (const { id } of items) {
      expect((await call("DELETE", `/deliveryLink/revoke/${id}`, { as: stranger })).status).toBe(404);
      expect((await call("DELETE", `/deliveryLink/revoke/${id}`, { as })).status).toBe(200);
    }
    expect(await readItems()).toEqual([]);
    expect(await readProblem(openLink(token))).toEqual([401, "linkUnknown"]);
    const [storedDocument] = await db()
      .select()
      .from(exportDocument)
      .where(eq(exportDocument.id, document!.id));
    expect(storedDocument).toMatchObject({ state: "READY", tokenHash: null });
    const auditEntries = await db()
      .select()
      .from(domainChange)
      .where(inArray(domainChange.objectId, [deliveryId, document!.id]));
    expect(auditEntries).toHaveLength(2);
  });

  it("counts unknown tokens as guesses, which never block a valid one", async () => {
    const { token } = await makeLink();
    const headers = { "cf-connecting-ip": "192.0.2.77" };
    const open = (token: string) => call("POST", "/deliveryLink/get", { body: { token }, headers });
    const statuses = [];
    for (let guess = 0; guess < 32; guess += 1) statuses.push((await open(`guess-${guess}`)).status);
    expect(statuses.filter((setStatus) => setStatus === 401)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
    expect((await open(token)).status).toBe(200);
    await db().delete(rateLimitCounter);
  });

  it("is purged after it has ended, with the bytes that were stored for it", async () => {
    const { token, deliveryId, objectKey } = await makeLink();
    const setExpiry = (expires: string) =>
      db().update(deliveryLink).set({ expiresAt: expires }).where(eq(deliveryLink.deliveryId, deliveryId));
    const readOrphans = () =>
      db().select().from(orphanedObject).where(eq(orphanedObject.keyOrPrefix, objectKey));
    await purgeEnded(env, db(), new Date());
    expect([(await readLink(token)).fileCount, await readOrphans()]).toEqual([3, []]);
    await setExpiry(addSeconds(-60));
    await purgeEnded(env, db(), new Date());
    expect([await readOrphans(), await readProblem(openLink(token))]).toMatchObject([
      [{ keyOrPrefix: objectKey }],
      [401, "linkExpired"],
    ]);
    await setExpiry(addSeconds(-91 * 86_400));
    await purgeEnded(env, db(), new Date());
    expect(await readProblem(openLink(token))).toEqual([401, "linkUnknown"]);
  });
});
