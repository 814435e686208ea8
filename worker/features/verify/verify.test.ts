import { createHash } from "node:crypto";
import { eq, inArray, like, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { consume } from "#queues/consume.ts";
import {
  alarm,
  auditPack,
  file,
  job,
  mediaFault,
  outboxMail,
  photo,
  storageUsage,
} from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";
import { jobKinds } from "#worker/jobKinds.ts";
import { runJob } from "#worker/jobs/runJob.ts";
import { insertInlineJob } from "#worker/jobs/startJob.ts";
import { createFileKey, createPhotoKey, toPhotoObjectKey } from "#worker/media/photoKeys.ts";
import {
  call,
  db,
  env,
  envWithoutQueue,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  makeSuperAdmin,
  makeUser,
  uniqueName,
} from "#worker/testing/factories.ts";
import { makeStoredPhoto } from "#worker/testing/storedPhoto.ts";
import { assignToSecondDb, makeTwoDbEnv, secondDb, withSecondDb } from "#worker/testing/twoDatabases.ts";
import type { MediaFault } from "./compareObject.ts";
import { notifyOfFaults, purgeFaultsStatement, recordFaults } from "./mediaFaults.ts";
import { createStoredObjects } from "./objectInfo.ts";
import { checkGrowth, checkStorage, measureStep } from "./storageUsage.ts";
import { startVerify, verifyJobKind } from "./verifyJob.ts";
import { createInitialCursor, runWalkStep } from "./verifyStep.ts";

const computeSha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const bytesOf = (text: string) => new TextEncoder().encode(text);

async function makePhoto(owner: { customerId: number; id: string }, text: string) {
  const bytes = bytesOf(text);
  const photo = await withSecondDb(twoDbEnv, () =>
    makeStoredPhoto(owner, bytes, { sha256: computeSha256(bytes), renditionSize: 4 }),
  );
  await env.STORAGE.put(toPhotoObjectKey(photo, "rendition"), bytesOf("made"));
  return photo;
}

// A separate database, because the comparison reads all rows, including those of other tests.
let twoDbEnv: Env;
beforeAll(async () => {
  twoDbEnv = await makeTwoDbEnv();
});

async function makeOwner() {
  const { id: customerId } = await makeCustomer();
  await assignToSecondDb(twoDbEnv, customerId);
  return withSecondDb(twoDbEnv, () => makeDocumentation(customerId));
}

/** The bucket, restricted to objects with these prefixes. */
const createBucketView = (...prefixes: string[]) =>
  ({
    head: (key: string) => env.STORAGE.head(key),
    get: (key: string, options?: R2GetOptions) => env.STORAGE.get(key, options),
    async list({ startAfter = "", limit }: R2ListOptions) {
      const pages = await Promise.all(prefixes.map((prefix) => env.STORAGE.list({ prefix, startAfter })));
      const objects = pages.flatMap((page) => page.objects);
      return { objects: objects.slice(0, limit), truncated: objects.length > limit! };
    },
  }) as unknown as R2Bucket;
const bucketOf = (customerId: number) => createBucketView(`customers/${customerId}/`);

/** Runs a whole comparison in the smallest steps, each of them twice with `repeatsSteps`. */
async function runComparison(
  startedAt: string,
  bucket: R2Bucket,
  repeatsSteps = false,
): Promise<{ faults: MediaFault[]; stepCount: number }> {
  const faults = new Map<string, MediaFault>();
  const walkInput = {
    db: secondDb(twoDbEnv),
    objects: createStoredObjects(bucket),
    limits: { bytes: 1, milliseconds: 60_000, page: 3 },
    reportFaults: async (foundFaults: readonly MediaFault[]) => {
      for (const fault of foundFaults) faults.set(fault.key, fault);
    },
    renewLease: async () => undefined,
  };
  let walkCursor = createInitialCursor(startedAt);
  for (let stepCount = 1; ; stepCount += 1) {
    if (repeatsSteps) await runWalkStep(walkInput, walkCursor);
    const { cursor, isFinished } = await runWalkStep(walkInput, walkCursor);
    if (isFinished) return { faults: [...faults.values()], stepCount };
    walkCursor = cursor;
  }
}

/** An instant after all grace periods. */
const afterGraceAt = "2099-01-01T00:00:00Z";

describe("comparing rows with stored files", () => {
  it("design§Storage finds missing, damaged and orphaned objects, and nothing else", async () => {
    const owner = await makeOwner();
    const { customerId } = owner;
    const bucket = bucketOf(customerId);
    const [intactPhoto, missingPhoto, damagedPhoto, shortenedPhoto] = [
      await makePhoto(owner, "whole"),
      await makePhoto(owner, "gone"),
      await makePhoto(owner, "damaged"),
      await makePhoto(owner, "cut"),
    ];
    await env.STORAGE.delete(toPhotoObjectKey(missingPhoto, "original"));
    await env.STORAGE.put(toPhotoObjectKey(damagedPhoto, "original"), bytesOf("dbmaged"));
    await env.STORAGE.put(toPhotoObjectKey(shortenedPhoto, "rendition"), bytesOf("mad"));
    const strayKey = createPhotoKey(String(customerId), crypto.randomUUID(), "original", "first");
    await env.STORAGE.put(strayKey, bytesOf("stray"));
    const key = createFileKey(String(customerId), crypto.randomUUID(), "first");
    await env.STORAGE.put(key, bytesOf("about to go"));
    await secondDb(twoDbEnv).run(
      sql`INSERT INTO orphaned_object (key_or_prefix, date_created) VALUES (${key}, ${afterGraceAt})`,
    );

    for (const repeatsSteps of [false, true]) {
      const { faults, stepCount } = await runComparison(afterGraceAt, bucket, repeatsSteps);
      expect(stepCount).toBeGreaterThan(1);
      expect(
        faults
          .filter((fault) => fault.customerId === customerId)
          .map(({ key, kind, holder, holderId }) => ({ key, kind, holder, holderId }))
          .sort((a, b) => (a.kind + a.key < b.kind + b.key ? -1 : 1)),
      ).toEqual(
        [
          {
            key: toPhotoObjectKey(damagedPhoto, "original"),
            kind: "DAMAGED",
            holder: "PHOTO",
            holderId: damagedPhoto.id,
          },
          {
            key: toPhotoObjectKey(shortenedPhoto, "rendition"),
            kind: "DAMAGED",
            holder: "PHOTO",
            holderId: shortenedPhoto.id,
          },
          {
            key: toPhotoObjectKey(missingPhoto, "original"),
            kind: "MISSING",
            holder: "PHOTO",
            holderId: missingPhoto.id,
          },
          { key: strayKey, kind: "UNREFERENCED", holder: null, holderId: null },
        ].sort((a, b) => (a.kind + a.key < b.kind + b.key ? -1 : 1)),
      );
      expect(faults.find(({ key }) => key === toPhotoObjectKey(damagedPhoto, "original"))).toMatchObject({
        expected: `7 bytes, SHA-256 ${computeSha256(bytesOf("damaged"))}`,
        found: `7 bytes, SHA-256 ${computeSha256(bytesOf("dbmaged"))}`,
      });
      expect(faults.some(({ holderId }) => holderId === intactPhoto.id)).toBe(false);
    }
    // A new object may still get its row.
    const { faults } = await runComparison(new Date().toISOString(), bucket);
    expect(faults.some(({ key }) => key === strayKey)).toBe(false);
  });

  it("design§Storage reports the same bytes with another entity tag, because they could not be downloaded", async () => {
    const owner = await makeOwner();
    const bytes = bytesOf("a protocol");
    const [fileRow] = await secondDb(twoDbEnv)
      .insert(file)
      .values({
        ...{ customerId: owner.customerId, documentationId: owner.id, name: "a.pdf", creator: "field" },
        ...{ hasData: true, dataSize: bytes.length, sha256: computeSha256(bytes), etag: "another" },
      })
      .returning();
    await env.STORAGE.put(createFileKey(String(owner.customerId), fileRow!.id), bytes);
    const { faults } = await runComparison(afterGraceAt, bucketOf(owner.customerId));
    const [fault] = faults.filter(({ holderId }) => holderId === fileRow!.id);
    expect(fault).toMatchObject({ kind: "DAMAGED", holder: "FILE" });
    expect(fault!.found).toContain("instead of another");
  });

  it("1§2 includes packed audit logs, also those of the service", async () => {
    const { customerId } = await makeOwner();
    const makePack = async (customerId: number | null, text: string) => {
      const id = crypto.randomUUID();
      const key = `${customerId === null ? "service" : `customers/${customerId}`}/auditLog/${id}/2026-01.ndjson.gz`;
      const bytes = bytesOf(text);
      await secondDb(twoDbEnv)
        .insert(auditPack)
        .values({
          ...{
            id,
            customerId,
            month: "2026-01",
            objectKey: key,
            size: bytes.length,
            sha256: computeSha256(bytes),
            entryCount: 1,
          },
          ...{ firstDate: "2026-01-01T00:00:00Z", firstId: 1, lastDate: "2026-01-01T00:00:00Z", lastId: 1 },
          ...{ lowestId: 1, highestId: 1, counts: {} },
        });
      await env.STORAGE.put(key, bytes);
      return { id, key };
    };
    const intactPack = await makePack(customerId, "whole");
    const damagedPack = await makePack(null, "lines");
    await env.STORAGE.put(damagedPack.key, bytesOf("liens"));
    const strayKey = `service/auditLog/${crypto.randomUUID()}/2026-01.ndjson.gz`;
    await env.STORAGE.put(strayKey, bytesOf("stray"));
    const { faults } = await runComparison(
      afterGraceAt,
      createBucketView(`customers/${customerId}/`, damagedPack.key, strayKey),
    );
    const findFault = (key: string) => faults.find((fault) => fault.key === key);
    expect(findFault(intactPack.key)).toBeUndefined();
    expect(findFault(damagedPack.key)).toMatchObject({
      kind: "DAMAGED",
      holder: "AUDIT_PACK",
      holderId: damagedPack.id,
    });
    expect(findFault(strayKey)).toMatchObject({ kind: "UNREFERENCED", customerId: null });
    // Other tests read all packs.
    await secondDb(twoDbEnv)
      .delete(auditPack)
      .where(inArray(auditPack.id, [intactPack.id, damagedPack.id]));
    await env.STORAGE.delete([intactPack.key, damagedPack.key, strayKey]);
  });

  it("design§Storage does not report a photo that is removed during the comparison", async () => {
    const owner = await makeOwner();
    const removedPhoto = await makePhoto(owner, "removed");
    const bucketObjects = createStoredObjects(bucketOf(owner.customerId));
    const faults: MediaFault[] = [];
    let cursor = createInitialCursor(afterGraceAt);
    for (let isFinished = false; !isFinished; )
      ({ cursor, isFinished } = await runWalkStep(
        {
          db: secondDb(twoDbEnv),
          objects: {
            ...bucketObjects,
            digest: async (key, renew) => {
              if (key === toPhotoObjectKey(removedPhoto, "original")) {
                await secondDb(twoDbEnv).delete(photo).where(eq(photo.id, removedPhoto.id));
                await env.STORAGE.delete(key);
              }
              return bucketObjects.digest(key, renew);
            },
          },
          limits: { bytes: 1, milliseconds: 60_000, page: 50 },
          reportFaults: async (foundFaults) => void faults.push(...foundFaults),
          renewLease: async () => undefined,
        },
        cursor,
      ));
    expect(faults.some(({ holderId }) => holderId === removedPhoto.id)).toBe(false);
  });

  it("design§Storage runs as a job, one at a time, in steps with pauses, with its run in the history", async () => {
    const owner = await makeDocumentation((await makeCustomer()).id);
    const bytes = bytesOf("of the job");
    const photo = await makeStoredPhoto(owner, bytes, { sha256: computeSha256(bytes) });
    await env.STORAGE.delete(toPhotoObjectKey(photo, "original"));
    expect(await startVerify(envWithoutQueue, db())).toBe("comparison started");
    expect(await startVerify(envWithoutQueue, db())).toBe("the previous comparison is still running");
    const findVerifyJob = () => db().select().from(job).where(eq(job.kind, verifyJobKind.name)).get();
    for (let steps = 0; (await findVerifyJob())!.state !== "DONE" && steps < 50; steps += 1) {
      await db().update(job).set({ leasedUntil: null }).where(eq(job.kind, verifyJobKind.name));
      await runJob(envWithoutQueue, db(), (await findVerifyJob())!.id, jobKinds);
    }
    expect((await findVerifyJob())!.result).toMatchObject({ faults: expect.any(Number) });
    expect(
      await db()
        .select()
        .from(mediaFault)
        .where(eq(mediaFault.key, toPhotoObjectKey(photo, "original")))
        .get(),
    ).toMatchObject({ kind: "MISSING", holderId: photo.id });
    // Once the object is restored, the next comparison removes the fault.
    await env.STORAGE.put(toPhotoObjectKey(photo, "original"), bytes);
    await purgeFaultsStatement(db(), afterGraceAt);
    expect(await db().select().from(mediaFault)).toEqual([]);
  });
});

const makeFault = (key: string): MediaFault => ({
  key,
  kind: "MISSING",
  holder: "PHOTO",
  ...{
    holderId: crypto.randomUUID(),
    documentationId: null,
    customerId: null,
    expected: "5 bytes",
    found: null,
  },
});

async function makeMailReader() {
  const email = `${uniqueName("reader")}@example.com`;
  await makeUser({ roles: ["ROLE_SUPER_ADMIN"], email });
  return async () =>
    (
      await db()
        .select({ subject: outboxMail.subject, text: outboxMail.text, recipients: outboxMail.recipients })
        .from(outboxMail)
    ).filter(({ recipients }) => recipients.includes(email));
}

describe("notifications of super admins", () => {
  it("design§Storage report each fault once, in at most one mail a day", async () => {
    const listMails = await makeMailReader();
    const [firstKey, secondKey] = [uniqueName("customers/1/photos/a"), uniqueName("customers/1/photos/b")];
    const runAt = new Date();
    await recordFaults(db(), [makeFault(firstKey)], "2026-05-04T09:30:00Z");
    expect(await notifyOfFaults(envWithoutQueue, db(), runAt)).toBe(1);
    await recordFaults(db(), [makeFault(firstKey), makeFault(secondKey)], "2026-05-04T09:31:00Z");
    expect(await notifyOfFaults(envWithoutQueue, db(), runAt)).toBe(0);
    expect(await notifyOfFaults(envWithoutQueue, db(), new Date(runAt.getTime() + 25 * 3_600_000))).toBe(1);
    const [firstMail, secondMail, ...otherMails] = await listMails();
    expect(firstMail!.text).toContain(firstKey);
    expect(secondMail!.text).toContain(secondKey);
    expect(secondMail!.text).not.toContain(firstKey);
    expect(otherMails).toEqual([]);
    expect(await db().select().from(mediaFault).where(eq(mediaFault.key, firstKey)).get()).toMatchObject({
      firstSeenAt: "2026-05-04T09:30:00Z",
      lastSeenAt: "2026-05-04T09:31:00Z",
    });
    await db()
      .delete(mediaFault)
      .where(inArray(mediaFault.key, [firstKey, secondKey]));
  });

  it("design§Jobs report dead letters once per kind, without their content, and again after a day without any", async () => {
    const listMails = await makeMailReader();
    const body = {
      kind: "requestPasswordChange",
      requestId: crypto.randomUUID(),
      username: "anna",
      language: "sv",
    };
    const sendDeadLetter = (message: unknown) =>
      consume(
        {
          queue: "siteproof-dead-letters",
          messages: [{ id: "m", attempts: 1, body: message, ack: () => undefined, retry: () => undefined }],
        } as unknown as MessageBatch,
        envWithoutQueue,
      );
    await sendDeadLetter(body);
    await sendDeadLetter(body);
    await sendDeadLetter({ action: "PutObject", object: { key: "customers/1/photos/x/original" } });
    expect((await listMails()).map(({ subject }) => subject)).toEqual([
      "Messages could not be delivered: requestPasswordChange",
      "Messages could not be delivered: storageEvent",
    ]);
    expect(JSON.stringify(await listMails())).not.toContain("anna");
    expect(
      await db().select().from(alarm).where(eq(alarm.subject, "requestPasswordChange")).get(),
    ).toMatchObject({ count: 2 });
    await checkStorage(envWithoutQueue, db(), new Date(Date.now() + 2 * 24 * 3_600_000));
    await sendDeadLetter(body);
    expect(await listMails()).toHaveLength(3);
  });

  it("design§Storage report a database that is nearly full, once until it has shrunk", async () => {
    const listMails = await makeMailReader();
    for (const threshold of [1, 1, 8e9, 1]) await checkStorage(envWithoutQueue, db(), new Date(), threshold);
    expect((await listMails()).map(({ subject }) => subject)).toEqual(
      Array(2).fill("The database is nearly full"),
    );
    await db().delete(alarm);
  });

  it("design§Storage report a bucket that grows unusually fast, and one that shrinks", async () => {
    const listMails = await makeMailReader();
    const makeAmount = (day: number, gigabytes: number) => ({
      day: new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10),
      ...{ databaseBytes: 1, objects: 1, objectBytes: gigabytes * 1e9 },
    });
    for (let day = 1; day <= 12; day += 1)
      await checkGrowth(envWithoutQueue, db(), makeAmount(day, 100 + day));
    await checkGrowth(envWithoutQueue, db(), makeAmount(13, 300));
    await checkGrowth(envWithoutQueue, db(), makeAmount(13, 300));
    await checkGrowth(envWithoutQueue, db(), makeAmount(14, 301));
    await checkGrowth(envWithoutQueue, db(), makeAmount(15, 200));
    const sentMails = await listMails();
    expect(sentMails.map(({ subject }) => subject)).toEqual([
      "Stored files are growing faster than usual",
      "Many stored files are gone",
    ]);
    expect(sentMails[0]!.text).toContain("+188.0 GB (usually 1.0 GB), 300.0 GB in total.");
    await db().delete(storageUsage);
  });

  it("design§Storage come from counting stored objects in steps, including orphans", async () => {
    const prefix = uniqueName("counted");
    for (const name of ["a", "b", "c"]) await env.STORAGE.put(`${prefix}/${name}`, bytesOf("12345"));
    const row = await insertInlineJob(db(), verifyJobKind, {
      customerId: (await makeCustomer()).id,
      requester: { userId: (await makeUser()).id, realUserId: null, customerId: 1 },
      request: { began: afterGraceAt },
    });
    let [cursor, objects, steps] = [null as { after: string; objects: number; bytes: number } | null, -1, 0];
    while (objects < 0) {
      const request = { day: "2026-06-01", databaseBytes: 5 };
      const report = async () => undefined;
      const outcome = await measureStep(
        {
          env: { ...envWithoutQueue, STORAGE: createBucketView(prefix) },
          db: db(),
          job: row,
          request,
          cursor,
          report,
        },
        { calls: 1, page: 2 },
      );
      if ("result" in outcome) objects = Number(outcome.result.objects);
      else cursor = outcome.cursor;
      steps += 1;
    }
    expect(steps).toBeGreaterThan(1);
    expect(await db().select().from(storageUsage)).toMatchObject([
      { day: "2026-06-01", databaseBytes: 5, objects: 3 },
    ]);
    await db().delete(storageUsage);
    await db().delete(job).where(eq(job.id, row.id));
  });
});

type FaultList = Awaited<
  ReturnType<typeof jsonOf<{ items: { key: string }[]; total: number; lastWalk: unknown }>>
>;

describe("3§2 the list of faults", () => {
  it("design§Storage is for super admins, names the customer and finds by key", async () => {
    const owner = await makeCustomer();
    const key = `customers/${owner.id}/photos/${crypto.randomUUID()}/original`;
    await recordFaults(db(), [{ ...makeFault(key), customerId: owner.id }], afterGraceAt);
    const path = "/storedFile/faults";
    expect((await call("GET", path, { as: await makeCaller() })).status).toBe(403);
    const as = await makeSuperAdmin();
    const { items, total, lastWalk } = await jsonOf<FaultList>(
      await call("GET", `${path}?q=${owner.id}%2Fphotos`, { as }),
    );
    expect(items).toMatchObject([{ key, kind: "MISSING", customerId: owner.id, customerName: owner.name }]);
    expect(total).toBe(1);
    expect(lastWalk).toMatchObject({ began: expect.any(String) });
    await db()
      .delete(mediaFault)
      .where(like(mediaFault.key, `customers/${owner.id}/%`));
  });
});
