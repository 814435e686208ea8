import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { Authority } from "#domain/access/authorities.ts";
import { addSeconds } from "#domain/core/fields.ts";
import type { DeliveryLinkContents } from "#domain/endpoints/exports/deliveryLink.ts";
import type { DocumentJob } from "#domain/endpoints/exports/exportDocumentCalls.ts";
import { app } from "#worker/app.ts";
import { purgeEnded } from "#worker/cron/purgeEnded.ts";
import {
  documentation,
  exportDocument,
  job,
  orphanedObject,
  outboxMail,
  photo,
} from "#worker/db/schema/index.ts";
import { createWordFile, layoutOfFile } from "#worker/export/testing/officeFiles.ts";
import { failDeadLetteredJob, runJob } from "#worker/jobs/runJob.ts";
import { createExportDocumentKey, toPhotoObjectKey } from "#worker/media/photoKeys.ts";
import {
  type Caller,
  call,
  db,
  env,
  envWithoutQueue,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeSuperAdmin,
} from "#worker/testing/factories.ts";
import { makeStoredPhoto } from "#worker/testing/storedPhoto.ts";
import { createDocumentKind } from "./exportDocumentJob.ts";

/** Size of a photo: a document of three photos is uploaded in four parts. */
const photoBytes = 9 * 1024 * 1024;
const bytesOf = (seed: number) => new Uint8Array(photoBytes).fill(seed);
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const createKinds = (millisecondsPerStep = 60_000) => ({
  exportDocument: createDocumentKind({ millisecondsPerStep }),
});
const staffRoles: Authority[] = ["ROLE_DOCUMENTATION_READ", "ROLE_FILE_READ"];
const type = "PHOTO_WORD_DOCUMENT";
const email = "anna@siteproof.example";

/** A documentation whose document is made in the background, with three large photos. */
async function makeLargeDocumentation(as: Caller) {
  const row = await makeDocumentation(as.customerId, { name: "Mast Åre", status: "COMPLETED" });
  for (const seed of [1, 2, 3]) await makeStoredPhoto(row, bytesOf(seed), { name: `Photo ${seed}` });
  await db().update(documentation).set({ uploadedPhotos: 101 }).where(eq(documentation.id, row.id));
  return row;
}

const post = async (as: Caller, body: object) =>
  app.request(
    "http://siteproof.test/api/exportDocument/createExportDocumentJob",
    {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${as.token}` },
      body: JSON.stringify(body),
    },
    envWithoutQueue,
  );
const requestDocument = (as: Caller, documentationId: string, options: object = {}) =>
  jsonOf<DocumentJob>(post(as, { documentationId, type, photos: "original", email, ...options }));
const readErrorCode = async (responsePromise: Promise<Response>) => {
  const response = await responsePromise;
  return [response.status, ((await response.json()) as { error: { code: string } }).error.code];
};
const readRow = async (id: string) =>
  (await db().select().from(exportDocument).where(eq(exportDocument.id, id)).get())!;
const readJob = async (id: string) =>
  (await db()
    .select()
    .from(job)
    .where(eq(job.id, (await readRow(id)).jobId!))
    .get())!;
const listMailsTo = async (address: string) =>
  (await db().select().from(outboxMail)).filter(({ recipients }) => recipients.includes(address));

/** Runs all steps of a document's job and returns their number. */
async function runToEnd(
  id: string,
  jobKinds: Parameters<typeof runJob>[3] = createKinds(),
  testEnv = envWithoutQueue,
): Promise<number> {
  for (let stepCount = 0; stepCount < 40; stepCount += 1) {
    const { id: jobId, state: jobState } = await readJob(id);
    if (jobState === "DONE" || jobState === "FAILED") return stepCount;
    await db().update(job).set({ leasedUntil: null }).where(eq(job.id, jobId));
    await runJob(testEnv, db(), jobId, jobKinds);
  }
  throw new Error("the job has not ended after 40 steps");
}
const readStoredHash = async (id: string) => {
  const object = await env.STORAGE.get(createExportDocumentKey(await readRow(id)));
  return hashOf(new Uint8Array(await object!.arrayBuffer()));
};

describe("2§2 a document of more than 100 photos", () => {
  it("2§7 is refused as a direct download, by type and layout alike; zips and 100 photos are not", async () => {
    const as = await makeSuperAdmin();
    const { id } = await makeDocumentation(as.customerId, { status: "COMPLETED" });
    const path = `/documentation/downloadExportDocument/${id}`;
    const setPhotoCount = (uploadedPhotos: number) =>
      db().update(documentation).set({ uploadedPhotos }).where(eq(documentation.id, id));
    await setPhotoCount(101);
    expect(await readErrorCode(call("GET", `${path}?type=${type}`, { as }))).toEqual([422, "tooManyPhotos"]);
    expect((await call("GET", `/documentation/downloadZipFile/${id}`, { as })).status).toBe(200);
    await setPhotoCount(100);
    expect((await call("GET", `${path}?type=${type}`, { as })).status).toBe(200);
  });

  it("2§7 is generated in the background in parts, with progress in bytes, for its requester to download", async () => {
    const as = await makeCaller({ roles: staffRoles });
    const { id: documentationId } = await makeLargeDocumentation(as);
    const requestedDocument = await requestDocument(as, documentationId);
    expect(requestedDocument).toMatchObject({
      state: "MAKING",
      fileName: "Mast Åre.docx",
      progress: 0,
      email,
    });
    const fetchJobs = async () =>
      (await jsonOf<{ items: DocumentJob[] }>(call("GET", `/exportDocument/jobs/${documentationId}`, { as })))
        .items;
    const jobId = (await readRow(requestedDocument.id)).jobId!;
    await runJob(envWithoutQueue, db(), jobId, createKinds(0));
    const [first] = await fetchJobs();
    expect(first!.size).toBeGreaterThan(3 * photoBytes);
    expect(first!.progress).toBe(0);
    await runJob(envWithoutQueue, db(), jobId, createKinds(0));
    expect((await fetchJobs())[0]!.progress).toBe(8 * 1024 * 1024);
    await runToEnd(requestedDocument.id, createKinds(0));
    const [finishedDocument] = await fetchJobs();
    expect(finishedDocument).toMatchObject({
      id: requestedDocument.id,
      state: "READY",
      fileName: "Mast Åre.docx",
      reason: null,
    });
    expect([finishedDocument!.progress, finishedDocument!.size]).toEqual([first!.size, first!.size]);
    const fullResponse = await call("GET", `/exportDocument/download/${requestedDocument.id}`, { as });
    const bytes = new Uint8Array(await fullResponse.arrayBuffer());
    expect([fullResponse.status, bytes.length]).toEqual([200, finishedDocument!.size]);
    const media = Object.entries(unzipSync(bytes)).filter(([name]) => name.includes("media/"));
    expect(media.map(([, data]) => hashOf(data)).sort()).toEqual(
      [1, 2, 3].map((seed) => hashOf(bytesOf(seed))).sort(),
    );
    const colleague = await makeCaller({ customerId: as.customerId, roles: staffRoles });
    expect(
      (await call("GET", `/exportDocument/download/${requestedDocument.id}`, { as: colleague })).status,
    ).toBe(404);
    expect((await call("GET", `/exportDocument/jobs/${documentationId}`, { as: colleague })).status).toBe(
      200,
    );
    const orphans = await db()
      .select()
      .from(orphanedObject)
      .where(eq(orphanedObject.keyOrPrefix, createExportDocumentKey({ ...as, id: requestedDocument.id })));
    expect(orphans).toEqual([]);
  });

  it("2§2 is mailed as a link that opens only that document, without a login, until it expires or the document is deleted", async () => {
    const as = await makeCaller({ roles: staffRoles });
    const { id: documentationId } = await makeLargeDocumentation(as);
    const address = `b${crypto.randomUUID()}@siteproof.example`;
    const { id } = await requestDocument(as, documentationId, { email: address, language: "sv" });
    await runToEnd(id);
    const [mail, ...otherMails] = await listMailsTo(address);
    expect([mail!.subject, otherMails]).toEqual(["Ditt dokument för Mast Åre är klart", []]);
    const token = /\/delivered\?token=(\S+)/.exec(mail!.text)![1]!;
    const openLink = (token: string) => call("POST", "/deliveryLink/get", { body: { token } });
    const link = await jsonOf<DeliveryLinkContents>(openLink(token));
    const { size, expireDate } = await readRow(id);
    expect(link).toMatchObject({ name: "Mast Åre", expires: expireDate, fileCount: 1, bytes: size });
    const downloadResponse = await call(
      "GET",
      `/deliveryLink/download?link=${token}&file=${link.files[0]!.id}`,
    );
    expect(hashOf(new Uint8Array(await downloadResponse.arrayBuffer()))).toBe(await readStoredHash(id));
    expect(await readErrorCode(openLink(`${token}1`))).toEqual([401, "linkUnknown"]);
    await db().update(documentation).set({ status: "DELETED" }).where(eq(documentation.id, documentationId));
    expect(await readErrorCode(openLink(token))).toEqual([401, "linkUnknown"]);
    await db()
      .update(documentation)
      .set({ status: "COMPLETED" })
      .where(eq(documentation.id, documentationId));
    await db()
      .update(exportDocument)
      .set({ expireDate: addSeconds(-1) })
      .where(eq(exportDocument.id, id));
    expect(await readErrorCode(openLink(token))).toEqual([401, "linkExpired"]);
    await call("DELETE", `/exportDocuments/${id}`, { as: await makeSuperAdmin() });
    expect(await readErrorCode(openLink(token))).toEqual([401, "linkUnknown"]);
  });

  it("2§3 has a link that still reports its expiry after the document has been purged", async () => {
    const as = await makeCaller({ roles: staffRoles });
    const { id: documentationId } = await makeLargeDocumentation(as);
    const address = `c${crypto.randomUUID()}@siteproof.example`;
    const { id } = await requestDocument(as, documentationId, { email: address });
    await runToEnd(id);
    const row = await readRow(id);
    const [mail] = await listMailsTo(address);
    const token = /\/delivered\?token=(\S+)/.exec(mail!.text)![1]!;
    await purgeEnded(env, db(), new Date(Date.parse(row.expireDate) + 1000));
    expect(await readRow(id)).toBeUndefined();
    expect(await readErrorCode(call("POST", "/deliveryLink/get", { body: { token } }))).toEqual([
      401,
      "linkUnknown",
    ]);
    const expiredToken = `${token.split(".")[0]}.${Math.floor(Date.parse("2026-01-01T00:00:00Z") / 1000)}`;
    expect(await readErrorCode(call("POST", "/deliveryLink/get", { body: { token: expiredToken } }))).toEqual(
      [401, "linkExpired"],
    );
  });

  it("design§Jobs is the same document, mailed once, even if its job is killed before or after every step", async () => {
    const as = await makeCaller({ roles: staffRoles });
    const { id: documentationId } = await makeLargeDocumentation(as);
    const uninterruptedDocument = await requestDocument(as, documentationId);
    await runToEnd(uninterruptedDocument.id);
    const address = `d${crypto.randomUUID()}@siteproof.example`;
    const interruptedDocument = await requestDocument(as, documentationId, { email: address });
    const innerKind = createDocumentKind({ millisecondsPerStep: 0 });
    const jobId = (await readRow(interruptedDocument.id)).jobId!;
    let stepCount = 0;
    const interruptedKinds = {
      exportDocument: {
        ...innerKind,
        // Every other step runs, but its result is lost before it is stored.
        step: async (step: Parameters<typeof innerKind.step>[0]) => {
          const outcome = await innerKind.step(step);
          stepCount += 1;
          if (stepCount % 2 === 1) throw new Error("the machine went away");
          return outcome;
        },
      },
    };
    await runToEnd(interruptedDocument.id, interruptedKinds);
    expect((await db().select().from(job).where(eq(job.id, jobId)).get())!.state).toBe("DONE");
    expect(await readStoredHash(interruptedDocument.id)).toBe(await readStoredHash(uninterruptedDocument.id));
    expect(await listMailsTo(address)).toHaveLength(1);
  });

  describe("3§2 with a layout that is an uploaded file", () => {
    /** A layout of the caller's customer, which nothing else refers to. */
    async function makeFileLayout(as: Caller): Promise<string> {
      const data = await createWordFile(({ Paragraph }, picture) => [
        new Paragraph("{#each photos}"),
        picture("photo"),
        new Paragraph("{/each}"),
      ]);
      const { type, nodes } = layoutOfFile(data);
      const response = await call("POST", "/exportDocumentConfigurations", {
        as,
        body: { name: `File ${crypto.randomUUID()}`, type, nodes },
      });
      expect(response.status, await response.clone().text()).toBe(201);
      return (await jsonOf<{ id: string }>(response)).id;
    }
    const editorRoles: Authority[] = [...staffRoles, "ROLE_EXPORT_LAYOUTS"];

    it("contains all photos, in steps of one part each", async () => {
      const as = await makeCaller({ roles: editorRoles });
      const { id: documentationId } = await makeLargeDocumentation(as);
      const configuration = await makeFileLayout(as);
      const options = { type: undefined, photos: undefined, configuration, photoSize: "ORIGINAL" };
      const { id } = await requestDocument(as, documentationId, options);
      expect(await runToEnd(id, createKinds(0))).toBeGreaterThan(1);
      const { state, fileName } = await readRow(id);
      expect([state, fileName]).toEqual(["READY", expect.stringMatching(/\.docx$/)]);
      const object = await env.STORAGE.get(createExportDocumentKey(await readRow(id)));
      const parts = unzipSync(new Uint8Array(await object!.arrayBuffer()));
      const hashes = Object.values(parts).map(hashOf);
      for (const seed of [1, 2, 3]) expect(hashes).toContain(hashOf(bytesOf(seed)));
    });

    it("fails with a mail if the layout is deleted while the job waits, also in the middle of the file", async () => {
      for (const firstSteps of [0, 1]) {
        const as = await makeCaller({ roles: editorRoles });
        const { id: documentationId } = await makeLargeDocumentation(as);
        const configuration = await makeFileLayout(as);
        const address = `${crypto.randomUUID()}@siteproof.example`;
        const options = { type: undefined, photos: undefined, configuration, photoSize: "ORIGINAL" };
        const { id } = await requestDocument(as, documentationId, { ...options, email: address });
        const { id: jobId } = await readJob(id);
        for (let step = 0; step < firstSteps; step += 1)
          await runJob(envWithoutQueue, db(), jobId, createKinds(0));
        const removed = await call("DELETE", `/exportDocumentConfigurations/${configuration}`, { as });
        expect(removed.status, await removed.clone().text()).toBeLessThan(300);
        await runToEnd(id, createKinds(0));
        expect((await readRow(id)).state).toBe("FAILED");
        expect(await listMailsTo(address)).toHaveLength(1);
        expect(await env.STORAGE.head(createExportDocumentKey(await readRow(id)))).toBeNull();
      }
    });
  });

  it("design§Jobs resumes at the part where it was interrupted, even if only its cursor was written", async () => {
    const as = await makeCaller({ roles: staffRoles });
    const { id: documentationId } = await makeLargeDocumentation(as);
    const { id } = await requestDocument(as, documentationId);
    let partCount = 0;
    const countingStorage = new Proxy(env.STORAGE, {
      get: (bucket, name) =>
        name === "resumeMultipartUpload"
          ? (...args: [string, string]) => {
              const upload = bucket.resumeMultipartUpload(...args);
              return {
                uploadPart: (...part: Parameters<typeof upload.uploadPart>) => {
                  partCount += 1;
                  if (partCount === 3) throw new Error("the machine went away");
                  return upload.uploadPart(...part);
                },
                complete: (uploadedParts: R2UploadedPart[]) => upload.complete(uploadedParts),
                abort: () => upload.abort(),
              };
            }
          : typeof bucket[name as keyof R2Bucket] === "function"
            ? (bucket[name as keyof R2Bucket] as () => unknown).bind(bucket)
            : bucket[name as keyof R2Bucket],
    });
    await runToEnd(id, createKinds(), { ...envWithoutQueue, STORAGE: countingStorage });
    expect((await readRow(id)).state).toBe("READY");
    // Four parts, one of them uploaded twice.
    expect(partCount).toBe(5);
  });

  it("design§Jobs is generated again completely if the documentation changes meanwhile", async () => {
    const as = await makeCaller({ roles: staffRoles });
    const { id: documentationId } = await makeLargeDocumentation(as);
    const { id } = await requestDocument(as, documentationId);
    const { id: jobId } = await readJob(id);
    await runJob(envWithoutQueue, db(), jobId, createKinds(0));
    await runJob(envWithoutQueue, db(), jobId, createKinds(0));
    const [removedPhoto] = await db().select().from(photo).where(eq(photo.documentationId, documentationId));
    await db().delete(photo).where(eq(photo.id, removedPhoto!.id));
    await env.STORAGE.delete(toPhotoObjectKey(removedPhoto!, "original"));
    await runToEnd(id, createKinds(0));
    const object = await env.STORAGE.get(createExportDocumentKey(await readRow(id)));
    const media = Object.keys(unzipSync(new Uint8Array(await object!.arrayBuffer())));
    expect(media.filter((name) => name.includes("media/"))).toHaveLength(2);
  });

  it("2§2 is shared by equal requests of a user, who has at most ten documents at a time", async () => {
    const as = await makeCaller({ roles: staffRoles });
    const { id: documentationId } = await makeLargeDocumentation(as);
    const [first, second] = await Promise.all([
      requestDocument(as, documentationId),
      requestDocument(as, documentationId),
    ]);
    expect(second.id).toBe(first.id);
    const otherDocument = await requestDocument(as, documentationId, {
      email: `e${crypto.randomUUID()}@siteproof.example`,
    });
    expect(otherDocument.id).not.toBe(first.id);
    for (let count = 2; count < 10; count += 1)
      await requestDocument(as, (await makeDocumentation(as.customerId, { status: "COMPLETED" })).id);
    const otherDocumentation = await makeDocumentation(as.customerId, { status: "COMPLETED" });
    expect(await readErrorCode(post(as, { documentationId: otherDocumentation.id, type, email }))).toEqual([
      422,
      "tooManyDocuments",
    ]);
  });

  it("2§2 reports the reason of a failure, also to the recipient of the link, and leaves nothing behind", async () => {
    const as = await makeCaller({ roles: staffRoles });
    const { id: documentationId } = await makeLargeDocumentation(as);
    const address = `e${crypto.randomUUID()}@siteproof.example`;
    const { id } = await requestDocument(as, documentationId, { email: address });
    const { id: jobId } = await readJob(id);
    await runJob(envWithoutQueue, db(), jobId, createKinds(0));
    await db().update(documentation).set({ status: "PAUSED" }).where(eq(documentation.id, documentationId));
    await runToEnd(id, createKinds(0));
    expect(await readRow(id)).toMatchObject({ state: "FAILED", reason: "exportRefused", tokenHash: null });
    const [mail] = await listMailsTo(address);
    expect(mail!.subject).toBe("The document for Mast Åre could not be created");
    expect(mail!.text).toContain("The documentation has been handed over or fetched.");
    expect(await env.STORAGE.head(createExportDocumentKey(await readRow(id)))).toBeNull();
    expect((await call("GET", `/exportDocument/download/${id}`, { as })).status).toBe(404);
    const deadLetteredDocument = await requestDocument(
      as,
      (await makeDocumentation(as.customerId, { status: "COMPLETED" })).id,
      {
        email: address,
      },
    );
    await failDeadLetteredJob(
      envWithoutQueue,
      db(),
      (await readRow(deadLetteredDocument.id)).jobId!,
      createKinds(),
    );
    expect(await readRow(deadLetteredDocument.id)).toMatchObject({ state: "FAILED", reason: "internal" });
    expect(await listMailsTo(address)).toHaveLength(2);
  });

  it("design§Jobs ends its job and leaves nothing behind if it is deleted while it is being generated", async () => {
    const as = await makeCaller({ roles: staffRoles });
    const { id: documentationId } = await makeLargeDocumentation(as);
    const { id } = await requestDocument(as, documentationId);
    const { id: jobId, customerId } = await readJob(id);
    await runJob(envWithoutQueue, db(), jobId, createKinds(0));
    await call("DELETE", `/exportDocuments/${id}`, { as: await makeSuperAdmin() });
    await db().update(job).set({ leasedUntil: null }).where(eq(job.id, jobId));
    await runJob(envWithoutQueue, db(), jobId, createKinds());
    expect((await db().select().from(job).where(eq(job.id, jobId)).get())!.state).toBe("FAILED");
    expect(await env.STORAGE.head(createExportDocumentKey({ customerId: customerId!, id }))).toBeNull();
  });

  it("design§Tenancy is refused for another customer's documentation, or without the type's grant", async () => {
    const as = await makeCaller({ roles: staffRoles });
    const { id: documentationId } = await makeLargeDocumentation(await makeCaller({ roles: staffRoles }));
    expect(await readErrorCode(post(as, { documentationId, type, email }))).toEqual([404, "notFound"]);
    const documentation = await makeDocumentation(as.customerId, { status: "COMPLETED" });
    const body = { documentationId: documentation.id, email };
    expect(await readErrorCode(post(as, { ...body, type: "FORM_3GIS_PM" }))).toEqual([
      422,
      "exportTypeRefused",
    ]);
    expect(await readErrorCode(post(as, { ...body, configuration: crypto.randomUUID() }))).toEqual([
      422,
      "exportTypeRefused",
    ]);
    expect(await readErrorCode(post(as, body))).toEqual([422, "invalid"]);
    expect(await readErrorCode(post(as, { ...body, type, email: "" }))).toEqual([422, "invalid"]);
  });
});
