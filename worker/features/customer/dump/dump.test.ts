import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { now } from "#domain/core/fields.ts";
import type { JobStatus } from "#domain/endpoints/shared/job.ts";
import { ticketPath } from "#worker/auth/session/actor.ts";
import { databaseOf } from "#worker/db/database.ts";
import { customer, job, photo, upload } from "#worker/db/schema/index.ts";
import { readZip } from "#worker/export/zipReader.ts";
import { runJob } from "#worker/jobs/runJob.ts";
import { insertInlineJob } from "#worker/jobs/startJob.ts";
import { sweepJobs } from "#worker/jobs/sweepJobs.ts";
import { createPhotoKey } from "#worker/media/photoKeys.ts";
import {
  type Caller,
  call,
  db,
  env,
  envWithoutQueue,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  makeSuperAdmin,
  uniqueName,
} from "#worker/testing/factories.ts";
import { makeStoredPhoto } from "#worker/testing/storedPhoto.ts";
import { createPhotoDumpKind, type DumpLimits, photoDumpKind } from "./dumpJob.ts";
import { createDumpPrefix, readIndex } from "./dumpStore.ts";

const makeBytes = (seed: number, length = 500 + seed) =>
  Uint8Array.from({ length }, (_, index) => (index * 31 + seed * 17) & 0xff);

const smallLimits: DumpLimits = {
  photosPerBlock: 3,
  charactersPerManifestPart: 80,
  blocksPerStep: 1,
  millisecondsPerStep: 60_000,
};

/** A customer with three documentations: eight photos arrived, three are missing, and one documentation has none. */
async function makeStockedCustomer() {
  const { id: customerId } = await makeCustomer();
  const first = await makeDocumentation(customerId, {
    name: "Mast Åre / väst",
    dateCreated: "2026-05-03T22:30:00Z",
    numberOfPhotos: 6,
  });
  const second = await makeDocumentation(customerId, {
    name: "CON",
    dateCreated: "2026-05-02T10:00:00Z",
    numberOfPhotos: 5,
  });
  const emptyDocumentation = await makeDocumentation(customerId, {
    name: "=1+1;x",
    dateCreated: "2026-05-05T10:00:00Z",
  });
  const photos = [];
  for (const seed of [1, 2, 3, 4, 5])
    photos.push(
      await makeStoredPhoto(first, makeBytes(seed), {
        name: seed < 3 ? "Overview" : `Overview_0${seed}.JPG`,
        dateCreated: `2026-05-04T09:30:0${seed}Z`,
      }),
    );
  for (const seed of [6, 7, 8])
    photos.push(await makeStoredPhoto(second, makeBytes(seed), { name: `Pole ${seed}` }));
  await db()
    .insert(photo)
    .values({ customerId, documentationId: first.id, name: "Never came", creator: "field" });
  await db()
    .insert(upload)
    .values({
      ...{ customerId, documentationId: second.id, kind: "PHOTO", targetId: crypto.randomUUID() },
      ...{ name: "Broken", objectKey: uniqueName("key"), contentType: "image/jpeg", size: 1, md5: "x" },
      ...{ state: "REFUSED", refusalCode: "photoCorrupt", expiresAt: now() },
    });
  // The importer of this photo saw the refusal, so it does not count as missing.
  await db()
    .insert(upload)
    .values({
      ...{ customerId, documentationId: second.id, kind: "PHOTO", targetId: crypto.randomUUID() },
      ...{
        name: "Refused import",
        objectKey: uniqueName("key"),
        contentType: "image/jpeg",
        size: 1,
        md5: "x",
      },
      ...{ state: "REFUSED", refusalCode: "notJpeg", isImport: true, expiresAt: now() },
    });
  return { customerId, first, second, empty: emptyDocumentation, photos };
}

/** No message is sent: the queue of the tests would run the steps with the default limits. */
const insertUnsentJob = (as: Caller, customerId: number) =>
  insertInlineJob(db(), photoDumpKind, {
    customerId,
    requester: { userId: as.userId, realUserId: null, customerId: as.customerId },
    request: { language: "en" },
  });

async function prepareDump(as: Caller, customerId: number, limits = smallLimits) {
  const { id } = await insertUnsentJob(as, customerId);
  const kinds = { photoDump: createPhotoDumpKind(limits) };
  let stepCount = 0;
  for (;;) {
    const { state } = (await db().select().from(job).where(eq(job.id, id)).get())!;
    if (state === "DONE" || state === "FAILED") break;
    await runJob(envWithoutQueue, db(), id, kinds);
    stepCount += 1;
  }
  return { steps: stepCount, ...(await jsonOf<JobStatus>(call("GET", `/job/${id}`, { as }))) };
}

const createZipPath = (customerId: number) =>
  `/customer/downloadPhotoDump/photos.zip?customerId=${customerId}`;
const readBytes = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe("the dump of a customer's photos", () => {
  it("1§4 contains every photo byte for byte, in a folder per documentation, over several blocks and steps", async () => {
    const as = await makeSuperAdmin();
    const { customerId, first, second, photos } = await makeStockedCustomer();
    const finishedDump = await prepareDump(as, customerId);
    expect(finishedDump).toMatchObject({ state: "DONE", kind: "photoDump", error: null });
    expect(finishedDump.steps).toBeGreaterThan(2);
    const row = (await db().select().from(job).where(eq(job.id, finishedDump.id)).get())!;
    const index = (await readIndex(env, (row.result as { index: string }).index))!;
    expect(index.blocks.length).toBeGreaterThan(2);
    expect(index.objects.length).toBeGreaterThan(1);

    const response = await call("GET", createZipPath(customerId), { as });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
    expect(response.headers.get("content-disposition")).toContain('filename="photos.zip"');
    const zip = await readBytes(response);
    expect(zip.length).toBe(Number(response.headers.get("content-length")));
    expect(zip.length).toBe(finishedDump.result!.size);
    const entries = unzipSync(zip);
    const folders = [`Mast Åre _ väst_2026-05-04_${first.seq}/`, `_CON_2026-05-02_${second.seq}/`];
    expect(Object.keys(entries).sort()).toEqual(
      ["Overview.jpg", "Overview (2).jpg", "Overview_03.jpg", "Overview_04.jpg", "Overview_05.jpg"]
        .map((name) => folders[0] + name)
        .concat(["Pole 6.jpg", "Pole 7.jpg", "Pole 8.jpg"].map((name) => folders[1] + name))
        .concat("manifest.csv", "manifest.txt")
        .sort(),
    );
    const photoEntries = Object.entries(entries).filter(([name]) => name.endsWith(".jpg"));
    const lengths = photoEntries.map(([, data]) => data.length).sort();
    expect(lengths).toEqual(photos.map(({ dataSize }) => dataSize).sort());
    for (const [, data] of photoEntries)
      expect(Buffer.from(data).equals(Buffer.from(makeBytes(data.length - 500)))).toBe(true);
    for (const entry of readZip(zip)) expect(entry.method).toBe(0);
  });

  it("1§4 lists everything that is missing, and documentations without photos", async () => {
    const as = await makeSuperAdmin();
    const { customerId, first, empty: emptyDocumentation } = await makeStockedCustomer();
    const { result } = await prepareDump(as, customerId);
    // Announced: 6 + 5. One photo of the first documentation never arrived; of the second, one was refused and one was never described.
    expect(result).toMatchObject({ included: 8, missing: 3 });
    const entries = unzipSync(await readBytes(await call("GET", createZipPath(customerId), { as })));
    const readText = (name: string) =>
      new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode(entries[name]);
    const lines = readText("manifest.csv").split("\r\n");
    expect(lines[0]).toBe("\ufeffNumber;Documentation;Created;Photo;Photo ID;Reason");
    expect(lines).toHaveLength(6);
    const findLine = (partResponse: string) => lines.find((candidate) => candidate.includes(partResponse));
    expect(findLine("Never came")).toMatch(
      new RegExp(`^${first.seq};Mast Åre / väst;2026-05-04;Never came;.*;not uploaded$`),
    );
    expect(findLine("Broken")).toContain("the photo is damaged and cannot be read");
    expect(findLine("reported")).toContain("photos reported but never received: 1");
    // A text that looks like a formula stays text, and a separator in it does not split it.
    expect(findLine("has no photos")).toBe(
      `${emptyDocumentation.seq};"'=1+1;x";2026-05-05;;;the documentation has no photos`,
    );
    expect(readText("manifest.txt")).toMatch(/Missing photos: +3\r\n/);
    expect(readText("manifest.txt")).toMatch(/Documentations without photos: +1\r\n/);
  });

  it("design§Exports resumes from any point, and handles conditional requests as RFC 9110 says", async () => {
    const as = await makeSuperAdmin();
    const { customerId } = await makeStockedCustomer();
    await prepareDump(as, customerId);
    const path = createZipPath(customerId);
    const response = await call("GET", path, { as });
    const etag = response.headers.get("etag")!;
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    const zip = await readBytes(response);
    const cutOffsets = [
      1,
      29,
      30,
      31,
      1500,
      zip.length - 900,
      zip.length - 500,
      zip.length - 22,
      zip.length - 1,
    ];
    for (const cutOffset of cutOffsets) {
      const rangeResponse = await call("GET", path, {
        as,
        headers: { range: `bytes=${cutOffset}-`, "if-range": etag },
      });
      expect([rangeResponse.status, rangeResponse.headers.get("content-range")]).toEqual([
        206,
        `bytes ${cutOffset}-${zip.length - 1}/${zip.length}`,
      ]);
      expect(Buffer.from(zip.subarray(cutOffset)).equals(Buffer.from(await readBytes(rangeResponse)))).toBe(
        true,
      );
    }
    const partResponse = await call("GET", path, { as, headers: { range: "bytes=700-1699" } });
    expect(Buffer.from(zip.subarray(700, 1700)).equals(Buffer.from(await readBytes(partResponse)))).toBe(
      true,
    );
    const staleResponse = await call("GET", path, {
      as,
      headers: { range: "bytes=5-", "if-range": '"old"' },
    });
    expect([staleResponse.status, (await readBytes(staleResponse)).length]).toEqual([200, zip.length]);
    const outOfRangeResponse = await call("GET", path, { as, headers: { range: `bytes=${zip.length}-` } });
    expect([outOfRangeResponse.status, outOfRangeResponse.headers.get("content-range")]).toEqual([
      416,
      `bytes */${zip.length}`,
    ]);
    expect((await call("GET", path, { as, headers: { "if-none-match": etag } })).status).toBe(304);
    const headResponse = await call("HEAD", path, { as });
    expect([
      headResponse.status,
      headResponse.headers.get("content-length"),
      headResponse.headers.get("etag"),
    ]).toEqual([200, String(zip.length), etag]);
  });

  it("design§Exports aborts the download if a photo was changed or removed after the dump was planned", async () => {
    const as = await makeSuperAdmin();
    for (const spoil of [
      (key: string) =>
        env.STORAGE.put(key, makeBytes(3, 503)).then(() => env.STORAGE.put(key, makeBytes(9, 503))),
      (key: string) => env.STORAGE.delete(key),
    ]) {
      const { customerId, photos } = await makeStockedCustomer();
      await prepareDump(as, customerId);
      await spoil(createPhotoKey(String(customerId), photos[2]!.id));
      const response = await call("GET", createZipPath(customerId), { as });
      await expect(readBytes(response)).rejects.toThrow();
      // Ranges before that offset can still be downloaded.
      const start = await call("GET", createZipPath(customerId), { as, headers: { range: "bytes=0-299" } });
      expect(await readBytes(start)).toHaveLength(300);
    }
  });

  it("1§7 is prepared only once at a time, and the newest dump is served unless a job is named", async () => {
    const as = await makeSuperAdmin();
    const { customerId } = await makeStockedCustomer();
    const start = () => jsonOf<JobStatus>(call("GET", `/customer/photoDump/${customerId}`, { as }));
    const [firstDump, secondDump] = await Promise.all([start(), start()]);
    expect(secondDump.id).toBe(firstDump.id);
    await db().delete(job).where(eq(job.id, firstDump.id));
    const first = await prepareDump(as, customerId);
    const second = await prepareDump(as, customerId, { ...smallLimits, photosPerBlock: 100 });
    const fetchEntryNames = async (id: string) =>
      Object.keys(
        unzipSync(await readBytes(await call("GET", `${createZipPath(customerId)}&job=${id}`, { as }))),
      );
    expect(await fetchEntryNames(first.id)).toEqual(await fetchEntryNames(second.id));
    const newestResponse = await call("HEAD", createZipPath(customerId), { as });
    const response = await call("HEAD", `${createZipPath(customerId)}&job=${second.id}`, { as });
    expect(newestResponse.headers.get("etag")).toBe(response.headers.get("etag"));
  });

  it("1§4 contains only manifests, in the language of the request, for a customer without documentations", async () => {
    const as = await makeSuperAdmin();
    const { id: customerId } = await makeCustomer();
    const { id } = await jsonOf<JobStatus>(
      call("GET", `/customer/photoDump/${customerId}`, {
        as,
        headers: { "accept-language": "sv-SE,sv;q=0.9" },
      }),
    );
    await runJob(env, databaseOf(env), id, { photoDump: photoDumpKind });
    const entries = unzipSync(await readBytes(await call("GET", createZipPath(customerId), { as })));
    expect(Object.keys(entries)).toEqual(["manifest.txt", "manifest.csv"]);
    expect(new TextDecoder().decode(entries["manifest.txt"])).toContain("Inget saknas.");
  });

  it("design§Jobs omits and repeats nothing if a block is planned again after a lost step", async () => {
    const as = await makeSuperAdmin();
    const { customerId } = await makeStockedCustomer();
    const { id } = await insertUnsentJob(as, customerId);
    const innerKind = createPhotoDumpKind(smallLimits);
    let stepCount = 0;
    const kinds = {
      photoDump: {
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
    for (let message = 0; message < 30; message += 1) {
      await db().update(job).set({ leasedUntil: null }).where(eq(job.id, id));
      await runJob(envWithoutQueue, db(), id, kinds);
    }
    const entries = unzipSync(await readBytes(await call("GET", createZipPath(customerId), { as })));
    expect(Object.keys(entries).filter((name) => name.endsWith(".jpg"))).toHaveLength(8);
  });

  it("1§4 expires after a day and removes everything it stored", async () => {
    const as = await makeSuperAdmin();
    const { customerId, photos } = await makeStockedCustomer();
    const { id } = await prepareDump(as, customerId);
    const countStoredObjects = async () =>
      (await env.STORAGE.list({ prefix: createDumpPrefix({ id, customerId }) })).objects.length;
    expect(await countStoredObjects()).toBeGreaterThan(4);
    await sweepJobs(env, db(), new Date(), { photoDump: photoDumpKind });
    expect((await call("HEAD", createZipPath(customerId), { as })).status).toBe(200);
    await db().update(job).set({ finishedAt: "2026-01-01T00:00:00Z" }).where(eq(job.id, id));
    const response = await jsonOf<{ error: { code: string } }>(
      call("GET", createZipPath(customerId), { as }),
    );
    expect(response.error.code).toBe("notPrepared");
    expect(await sweepJobs(env, db(), new Date(), { photoDump: photoDumpKind })).toContain("results removed");
    expect(await countStoredObjects()).toBe(0);
    expect(await sweepJobs(env, db(), new Date(), { photoDump: photoDumpKind })).not.toContain("removed");
    // The photos themselves are not deleted.
    expect(await env.STORAGE.head(createPhotoKey(String(customerId), photos[0]!.id))).not.toBeNull();
  });

  it("design§Exports is for super admins, can be downloaded with a ticket, and does not exist before it is requested", async () => {
    const as = await makeSuperAdmin();
    const { customerId } = await makeStockedCustomer();
    const staff = await makeCaller({
      customerId,
      roles: ["ROLE_DOCUMENTATION_READ", "ROLE_EXPORT_DOCUMENTATION"],
    });
    for (const path of [`/customer/photoDump/${customerId}`, createZipPath(customerId)])
      expect((await call("GET", path, { as: staff })).status).toBe(403);
    const response = await call("GET", createZipPath(customerId), { as });
    expect([response.status, (await jsonOf<{ error: { code: string } }>(response)).error.code]).toEqual([
      422,
      "notPrepared",
    ]);
    expect((await call("GET", "/customer/photoDump/99999999", { as })).status).toBe(404);
    expect((await call("GET", createZipPath(99999999), { as })).status).toBe(404);
    const { id } = await prepareDump(as, customerId);
    // A job cannot open another customer's files.
    const otherCustomer = await makeCustomer();
    expect((await call("GET", `${createZipPath(otherCustomer.id)}&job=${id}`, { as })).status).toBe(422);
    const { url } = await jsonOf<{ url: string }>(
      call("POST", "/downloadTicket", { as, body: { path: `/api${createZipPath(customerId)}&job=${id}` } }),
    );
    expect(ticketPath(new URL(url, "http://siteproof.test"))).toContain("photos.zip");
    expect((await call("HEAD", url.replace(/^\/api/, ""))).status).toBe(200);
    await db().delete(job).where(eq(job.customerId, otherCustomer.id));
    await db().delete(customer).where(eq(customer.id, otherCustomer.id));
  });
});
