import { applyD1Migrations } from "cloudflare:test";
import { env as testEnv } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Authority } from "#domain/access/authorities.ts";
import { runScheduled } from "#worker/cron/runScheduled.ts";
import { databaseOf } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import { createImportJob } from "#worker/features/importConfiguration/importJob.ts";
import { runJob } from "#worker/jobs/runJob.ts";
import { toPhotoObjectKey } from "#worker/media/photoKeys.ts";
import { call, env, jsonOf, makeCaller, makeLicense, makeSuperAdmin, makeTemplate } from "./factories.ts";
import { makeImport, makeSource, readImportEvent } from "./imports.ts";
import { makeSuggestionList } from "./listTesting.ts";
import { makePlainPhoto, md5Of } from "./photoTesting.ts";
import { makeVisit } from "./visits.ts";
import { watchEnv } from "./watchedEnv.ts";

/** The cost of an operation in the database, storage and the image service. */
interface Cost {
  statements: number;
  rowsRead: number;
  rowsWritten: number;
  objects: number;
  pictures: number;
}

/**
 * The accepted cost of operations. They may cost up to 10 % more. If a change makes one more expensive than that, find a cheaper way, or
 * update the number here and give the reason in the commit. If one becomes cheaper, lower the number. `npm run bench -- --only cost`
 * shows the cost in money.
 */
const acceptedCosts: Record<string, Cost> = {
  "photo from a device": { statements: 31, rowsRead: 110, rowsWritten: 21, objects: 3, pictures: 0 },
  "8 photos with the batch calls": {
    statements: 34,
    rowsRead: 666,
    rowsWritten: 142,
    objects: 24,
    pictures: 0,
  },
  "page of the list": { statements: 2, rowsRead: 150, rowsWritten: 0, objects: 0, pictures: 0 },
  "total of the list": { statements: 1, rowsRead: 1, rowsWritten: 0, objects: 0, pictures: 0 },
  search: { statements: 4, rowsRead: 1139, rowsWritten: 0, objects: 0, pictures: 0 },
  details: { statements: 11, rowsRead: 7, rowsWritten: 0, objects: 0, pictures: 0 },
  "gallery of 20": { statements: 3, rowsRead: 43, rowsWritten: 0, objects: 0, pictures: 0 },
  thumbnail: { statements: 1, rowsRead: 2, rowsWritten: 0, objects: 1, pictures: 0 },
  "idle run": { statements: 32, rowsRead: 80, rowsWritten: 1, objects: 0, pictures: 0 },
  "import of 1000 suggestions": {
    statements: 21,
    rowsRead: 18_049,
    rowsWritten: 10_015,
    objects: 0,
    pictures: 0,
  },
  "Word document of 20": { statements: 26, rowsRead: 86, rowsWritten: 3, objects: 20, pictures: 0 },
  "zip of 20": { statements: 22, rowsRead: 82, rowsWritten: 3, objects: 20, pictures: 0 },
};

const roles: Authority[] = ["ROLE_DOCUMENTATION_READ", "ROLE_FILE_READ"];

describe("design§D1 the cost of operations", () => {
  it("a run of the most frequent jobs with nothing to do", async () => {
    const run = (runEnv: Env) =>
      runScheduled({ cron: "*/2 * * * *", scheduledTime: Date.parse("2026-05-05T10:00:00Z") }, runEnv);
    const { EMPTY, TEST_MIGRATIONS } = testEnv as unknown as {
      EMPTY: D1Database;
      TEST_MIGRATIONS: Parameters<typeof applyD1Migrations>[1];
    };
    await applyD1Migrations(EMPTY, TEST_MIGRATIONS);
    const emptyEnv = { ...env, DB: EMPTY };
    await run(emptyEnv);
    await expectAcceptedCost("idle run", run, emptyEnv);
  });

  it("an import of 1000 suggestions, all new", async () => {
    const list = await makeSuggestionList();
    const configuration = await makeImport("suggestion", list);
    const rows = Array.from({ length: 1000 }, (_, index) => ({ text: `Site ${index}` }));
    const source = makeSource([rows.slice(0, 500), rows.slice(500)]);
    const as = await makeSuperAdmin();
    const { id } = await jsonOf<{ id: string }>(
      call("POST", `/suggestionImportConfiguration/triggerNow/${configuration.id}`, { as }),
    );
    const { jobId } = await readImportEvent("suggestion", id);
    await expectAcceptedCost("import of 1000 suggestions", async (watchedEnv) => {
      const jobEnv = { ...watchedEnv, JOBS: { send: async () => undefined } } as unknown as Env;
      await runJob(jobEnv, databaseOf(jobEnv), jobId!, { import: createImportJob(() => source) });
    });
    expect(await readImportEvent("suggestion", id)).toMatchObject({ success: true, added: 1000 });
  });

  it("uploading a photo from a device", async () => {
    const { field: deviceLicense, documentationId } = await makeDeviceDocumentation();
    await uploadPhoto(env, deviceLicense, documentationId);
    await expectAcceptedCost("photo from a device", (callEnv) =>
      uploadPhoto(callEnv, deviceLicense, documentationId),
    );
  });

  it("uploading 8 photos with the batch calls", async () => {
    const { field: deviceLicense, documentationId } = await makeDeviceDocumentation();
    await uploadBatch(env, deviceLicense, documentationId, 1);
    await expectAcceptedCost("8 photos with the batch calls", (callEnv) =>
      uploadBatch(callEnv, deviceLicense, documentationId, 8),
    );
  });

  it("a page of the list, a search and a gallery", async () => {
    const caller = await makeCaller({ roles });
    const template = await makeTemplate(caller.customerId);
    const visit = await makeVisit(caller.customerId, { template, name: "Elm street", photos: 20 });
    for (let index = 0; index < 30; index += 1)
      await makeVisit(caller.customerId, { template, name: `Oak street ${index}` });
    const read = async (testEnv: Env, path: string) =>
      expect((await call("GET", path, { as: caller, env: testEnv })).status).toBe(200);
    // The first call looks up the session, which is then cached.
    await read(env, "/documentations?max=25");
    await expectAcceptedCost("page of the list", (callEnv) => read(callEnv, "/documentations?max=25"));
    await expectAcceptedCost("total of the list", (callEnv) =>
      read(callEnv, "/documentation/count?showHidden=false"),
    );
    await expectAcceptedCost("search", (callEnv) =>
      read(callEnv, "/documentations?max=25&query=oak%20street"),
    );
    await expectAcceptedCost("details", (callEnv) => read(callEnv, `/documentations/${visit.id}`));
    await expectAcceptedCost("gallery of 20", (callEnv) =>
      read(callEnv, `/photos?documentationId=${visit.id}`),
    );
    await expectAcceptedCost("thumbnail", (callEnv) => read(callEnv, `/photo/thumbnail/${visit.photos[0]}`));
    await expectAcceptedCost("zip of 20", async (callEnv) => {
      const response = await call("GET", `/documentation/downloadZipFile/${visit.id}`, {
        as: caller,
        env: callEnv,
      });
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    });
    await expectAcceptedCost("Word document of 20", async (callEnv) => {
      const path = `/documentation/downloadExportDocument/${visit.id}?type=PHOTO_WORD_DOCUMENT`;
      const response = await call("GET", path, { as: caller, env: callEnv });
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    });
  });
});

/** Runs an operation, and fails if it costs more than accepted. */
async function expectAcceptedCost(
  name: string,
  run: (runEnv: Env) => Promise<unknown>,
  testedEnv = env,
): Promise<void> {
  const cost = await measureCost(run, testedEnv);
  expect.soft(listExceededCosts(name, cost), `${name} costs ${JSON.stringify(cost)}`).toEqual([]);
}

/** Runs an operation and counts its calls of the bindings. */
async function measureCost(run: (watchedEnv: Env) => Promise<unknown>, testedEnv: Env): Promise<Cost> {
  const cost: Cost = { statements: 0, rowsRead: 0, rowsWritten: 0, objects: 0, pictures: 0 };
  await run(
    watchEnv(testedEnv, {
      before: async (operation) => {
        if (operation.name.startsWith("DB: ")) cost.statements += operation.count;
        else if (operation.name.startsWith("STORAGE.")) cost.objects += 1;
        else if (operation.name === "IMAGES.output") cost.pictures += 1;
      },
      ran: (_, meta) => {
        cost.rowsRead += meta.rows_read;
        cost.rowsWritten += meta.rows_written;
      },
    }),
  );
  return cost;
}

/** The parts of the cost that exceed the accepted cost. */
const listExceededCosts = (name: string, cost: Cost): (keyof Cost)[] =>
  (Object.keys(cost) as (keyof Cost)[]).filter(
    (key) => cost[key] > Math.floor((acceptedCosts[name]?.[key] ?? 0) * 1.1),
  );

async function makeDeviceDocumentation() {
  const deviceLicense = await makeLicense();
  const template = await makeTemplate(deviceLicense.customerId);
  const documentationId = crypto.randomUUID();
  const documentation = {
    ...{ id: documentationId, templateId: template.id, name: "Elm street", creator: "field" },
    ...{ numberOfPhotos: 8, dateCreated: "2026-05-04T08:00:00Z" },
  };
  await post(env, deviceLicense, "/documentation/saveWithLicenseCode", { documentation });
  return { field: deviceLicense, documentationId };
}

type DeviceLicense = Awaited<ReturnType<typeof makeLicense>>;

async function post<T>(callEnv: Env, { licenseCode }: DeviceLicense, path: string, body: object): Promise<T> {
  const response = await call("POST", path, { body: { ...body, licenseCode }, env: callEnv });
  expect(response.status, path).toBe(200);
  return jsonOf<T>(response);
}

/** Uploads a photo as a device does: describe, reserve, write to storage, settle. */
async function uploadPhoto(
  callEnv: Env,
  deviceLicense: DeviceLicense,
  documentationId: string,
): Promise<void> {
  const [id, bytes] = [crypto.randomUUID(), makePlainPhoto()];
  await post(callEnv, deviceLicense, "/photo/saveWithLicenseCode", {
    photo: { id, documentationId, name: "Overview_01", creator: "field" },
  });
  const { uploadId } = await post<{ uploadId: string }>(callEnv, deviceLicense, "/photo/reserveUpload", {
    ...{ id, size: bytes.length, contentType: "image/jpeg", md5: md5Of(bytes) },
  });
  const key = toPhotoObjectKey(
    { id, customerId: deviceLicense.customerId, revision: uploadId, derivativeRevision: "" },
    "original",
  );
  await env.STORAGE.put(key, bytes, { httpMetadata: { contentType: "image/jpeg" } });
  expect(await post(callEnv, deviceLicense, "/photo/settleUpload", { uploadId })).toMatchObject({
    hasData: true,
  });
}

/** Uploads several photos with the batch calls. */
async function uploadBatch(
  callEnv: Env,
  deviceLicense: DeviceLicense,
  documentationId: string,
  count: number,
): Promise<void> {
  const bytes = makePlainPhoto();
  const photos = Array.from({ length: count }, (_, index) => ({
    photo: {
      ...{ id: crypto.randomUUID(), documentationId, creator: "field" },
      name: `Overview_${count}_${index + 1}`,
    },
    ...{ size: bytes.length, md5: md5Of(bytes) },
  }));
  const announcement = await post<{ items: { id: string; upload: { uploadId: string } }[] }>(
    callEnv,
    deviceLicense,
    "/photo/announceUploads",
    { photos },
  );
  for (const { id, upload } of announcement.items) {
    const key = toPhotoObjectKey(
      { id, customerId: deviceLicense.customerId, revision: upload.uploadId, derivativeRevision: "" },
      "original",
    );
    await env.STORAGE.put(key, bytes, { httpMetadata: { contentType: "image/jpeg" } });
  }
  const uploadIds = announcement.items.map(({ upload }) => upload.uploadId);
  const results = await post<{ items: { stored: object | null }[] }>(
    callEnv,
    deviceLicense,
    "/photo/settleUploads",
    {
      uploadIds,
    },
  );
  expect(results.items.filter(({ stored }) => stored)).toHaveLength(count);
}
