import { applyD1Migrations } from "cloudflare:test";
import { env as testEnv } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Authority } from "#domain/access/authorities.ts";
import { runScheduled } from "#worker/cron/runScheduled.ts";
import { databaseOf } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import { importJob } from "#worker/features/importConfiguration/importJob.ts";
import { runJob } from "#worker/jobs/runJob.ts";
import { keyOfPhoto } from "#worker/media/keys.ts";
import { call, env, jsonOf, makeCaller, makeLicense, makeSuper, makeTemplate } from "./factories.ts";
import { eventOf, makeImport, sourceOfPages } from "./imports.ts";
import { makeSuggestionList } from "./listTesting.ts";
import { md5Of, plainPhoto } from "./photoTesting.ts";
import { makeVisit } from "./visits.ts";
import { watched } from "./watchedEnv.ts";

/** What an operation asks of the database, and of storage and the image service. */
interface Taken {
  statements: number;
  rowsRead: number;
  rowsWritten: number;
  objects: number;
  pictures: number;
}

/**
 * What operations took when they were last looked at. They may take a tenth more; whoever makes one dearer than that finds a cheaper way,
 * or writes the new number here and why into the commit. Whoever makes one cheaper lowers it. `npm run bench -- --only cost` gives the
 * price.
 */
const known: Record<string, Taken> = {
  "photo from a device": { statements: 28, rowsRead: 98, rowsWritten: 21, objects: 3, pictures: 0 },
  "8 photos by the calls for many": {
    statements: 34,
    rowsRead: 666,
    rowsWritten: 142,
    objects: 24,
    pictures: 0,
  },
  "page of the list": { statements: 2, rowsRead: 150, rowsWritten: 0, objects: 0, pictures: 0 },
  "total of the list": { statements: 1, rowsRead: 1, rowsWritten: 0, objects: 0, pictures: 0 },
  search: { statements: 3, rowsRead: 355, rowsWritten: 0, objects: 0, pictures: 0 },
  details: { statements: 11, rowsRead: 7, rowsWritten: 0, objects: 0, pictures: 0 },
  "gallery of 20": { statements: 3, rowsRead: 43, rowsWritten: 0, objects: 0, pictures: 0 },
  thumbnail: { statements: 1, rowsRead: 2, rowsWritten: 0, objects: 1, pictures: 0 },
  "idle run": { statements: 32, rowsRead: 80, rowsWritten: 1, objects: 0, pictures: 0 },
  "import of 1000 suggestions": {
    statements: 21,
    rowsRead: 17_049,
    rowsWritten: 7015,
    objects: 0,
    pictures: 0,
  },
  "Word document of 20": { statements: 25, rowsRead: 84, rowsWritten: 0, objects: 20, pictures: 0 },
  "zip of 20": { statements: 21, rowsRead: 76, rowsWritten: 0, objects: 20, pictures: 0 },
};

const roles: Authority[] = ["ROLE_DOCUMENTATION_READ", "ROLE_FILE_READ"];

describe("design§D1 what operations cost", () => {
  it("a run of the frequent jobs when there is nothing to do", async () => {
    const run = (on: Env) =>
      runScheduled({ cron: "*/2 * * * *", scheduledTime: Date.parse("2026-05-05T10:00:00Z") }, on);
    const { EMPTY, TEST_MIGRATIONS } = testEnv as unknown as {
      EMPTY: D1Database;
      TEST_MIGRATIONS: Parameters<typeof applyD1Migrations>[1];
    };
    await applyD1Migrations(EMPTY, TEST_MIGRATIONS);
    const idle = { ...env, DB: EMPTY };
    await run(idle);
    await within("idle run", run, idle);
  });

  it("an import of 1000 suggestions, all new", async () => {
    const list = await makeSuggestionList();
    const configuration = await makeImport("suggestion", list);
    const rows = Array.from({ length: 1000 }, (_, index) => ({ text: `Site ${index}` }));
    const source = sourceOfPages([rows.slice(0, 500), rows.slice(500)]);
    const as = await makeSuper();
    const { id } = await jsonOf<{ id: string }>(
      call("POST", `/suggestionImportConfiguration/triggerNow/${configuration.id}`, { as }),
    );
    const { jobId } = await eventOf("suggestion", id);
    await within("import of 1000 suggestions", async (watching) => {
      const on = { ...watching, JOBS: { send: async () => undefined } } as unknown as Env;
      await runJob(on, databaseOf(on), jobId!, { import: importJob(() => source) });
    });
    expect(await eventOf("suggestion", id)).toMatchObject({ success: true, added: 1000 });
  });

  it("taking in a photo from a device", async () => {
    const { field, documentationId } = await inTheField();
    await takenIn(env, field, documentationId);
    await within("photo from a device", (on) => takenIn(on, field, documentationId));
  });

  it("taking in 8 photos by the calls for many", async () => {
    const { field, documentationId } = await inTheField();
    await takenInTogether(env, field, documentationId, 1);
    await within("8 photos by the calls for many", (on) => takenInTogether(on, field, documentationId, 8));
  });

  it("a page of the list, a search and a gallery", async () => {
    const caller = await makeCaller({ roles });
    const template = await makeTemplate(caller.customerId);
    const visit = await makeVisit(caller.customerId, { template, name: "Elm street", photos: 20 });
    for (let index = 0; index < 30; index += 1)
      await makeVisit(caller.customerId, { template, name: `Oak street ${index}` });
    const read = async (on: Env, path: string) =>
      expect((await call("GET", path, { as: caller, on })).status).toBe(200);
    // A session is looked up once for a while.
    await read(env, "/documentations?max=25");
    await within("page of the list", (on) => read(on, "/documentations?max=25"));
    await within("total of the list", (on) => read(on, "/documentation/count?showHidden=false"));
    await within("search", (on) => read(on, "/documentations?max=25&query=oak%20street"));
    await within("details", (on) => read(on, `/documentations/${visit.id}`));
    await within("gallery of 20", (on) => read(on, `/photos?documentationId=${visit.id}`));
    await within("thumbnail", (on) => read(on, `/photo/thumbnail/${visit.photos[0]}`));
    await within("zip of 20", async (on) => {
      const answer = await call("GET", `/documentation/downloadZipFile/${visit.id}`, { as: caller, on });
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    });
    await within("Word document of 20", async (on) => {
      const path = `/documentation/downloadExportDocument/${visit.id}?type=PHOTO_WORD_DOCUMENT`;
      const answer = await call("GET", path, { as: caller, on });
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    });
  });
});

/** Runs an operation, and holds what it takes against what it took before. */
async function within(name: string, run: (on: Env) => Promise<unknown>, on = env): Promise<void> {
  const taken = await takenBy(run, on);
  expect.soft(dearer(name, taken), `${name} takes ${JSON.stringify(taken)}`).toEqual([]);
}

/** Runs an operation with its bindings counted. */
async function takenBy(run: (on: Env) => Promise<unknown>, on: Env): Promise<Taken> {
  const taken: Taken = { statements: 0, rowsRead: 0, rowsWritten: 0, objects: 0, pictures: 0 };
  await run(
    watched(on, {
      before: async (operation) => {
        if (operation.name.startsWith("DB: ")) taken.statements += operation.count;
        else if (operation.name.startsWith("STORAGE.")) taken.objects += 1;
        else if (operation.name === "IMAGES.output") taken.pictures += 1;
      },
      ran: (_, meta) => {
        taken.rowsRead += meta.rows_read;
        taken.rowsWritten += meta.rows_written;
      },
    }),
  );
  return taken;
}

/** What an operation takes more of than it did. */
const dearer = (name: string, taken: Taken): (keyof Taken)[] =>
  (Object.keys(taken) as (keyof Taken)[]).filter(
    (key) => taken[key] > Math.floor((known[name]?.[key] ?? 0) * 1.1),
  );

async function inTheField() {
  const field = await makeLicense();
  const template = await makeTemplate(field.customerId);
  const documentationId = crypto.randomUUID();
  const documentation = {
    ...{ id: documentationId, templateId: template.id, name: "Elm street", creator: "field" },
    ...{ numberOfPhotos: 8, dateCreated: "2026-05-04T08:00:00Z" },
  };
  await post(env, field, "/documentation/saveWithLicenseCode", { documentation });
  return { field, documentationId };
}

type Field = Awaited<ReturnType<typeof makeLicense>>;

async function post<T>(on: Env, { licenseCode }: Field, path: string, body: object): Promise<T> {
  const answer = await call("POST", path, { body: { ...body, licenseCode }, on });
  expect(answer.status, path).toBe(200);
  return jsonOf<T>(answer);
}

/** As a device does it: described, reserved, written to storage, settled. */
async function takenIn(on: Env, field: Field, documentationId: string): Promise<void> {
  const [id, bytes] = [crypto.randomUUID(), plainPhoto()];
  await post(on, field, "/photo/saveWithLicenseCode", {
    photo: { id, documentationId, name: "Overview_01", creator: "field" },
  });
  const { uploadId } = await post<{ uploadId: string }>(on, field, "/photo/reserveUpload", {
    ...{ id, size: bytes.length, contentType: "image/jpeg", md5: md5Of(bytes) },
  });
  const key = keyOfPhoto(
    { id, customerId: field.customerId, revision: uploadId, derivativeRevision: "" },
    "original",
  );
  await env.STORAGE.put(key, bytes, { httpMetadata: { contentType: "image/jpeg" } });
  expect(await post(on, field, "/photo/settleUpload", { uploadId })).toMatchObject({ hasData: true });
}

/** The same for many at once. */
async function takenInTogether(on: Env, field: Field, documentationId: string, count: number): Promise<void> {
  const bytes = plainPhoto();
  const photos = Array.from({ length: count }, (_, index) => ({
    photo: {
      ...{ id: crypto.randomUUID(), documentationId, creator: "field" },
      name: `Overview_${count}_${index + 1}`,
    },
    ...{ size: bytes.length, md5: md5Of(bytes) },
  }));
  const announced = await post<{ items: { id: string; upload: { uploadId: string } }[] }>(
    on,
    field,
    "/photo/announceUploads",
    { photos },
  );
  for (const { id, upload } of announced.items) {
    const key = keyOfPhoto(
      { id, customerId: field.customerId, revision: upload.uploadId, derivativeRevision: "" },
      "original",
    );
    await env.STORAGE.put(key, bytes, { httpMetadata: { contentType: "image/jpeg" } });
  }
  const uploadIds = announced.items.map(({ upload }) => upload.uploadId);
  const settled = await post<{ items: { stored: object | null }[] }>(on, field, "/photo/settleUploads", {
    uploadIds,
  });
  expect(settled.items.filter(({ stored }) => stored)).toHaveLength(count);
}
