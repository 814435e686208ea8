import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { expect, it } from "vitest";
import type { PhotoSize } from "#domain/media/photoSize.ts";
import { layoutNode } from "#domain/testing/layouts.ts";
import {
  customerExportDocumentConfiguration,
  exportDocument,
  job,
  orphanedObject,
  photo,
  photoVariant,
} from "#worker/db/schema/index.ts";
import { removeDocumentations } from "#worker/documentation/removeDocumentations.ts";
import { makeDeliveryTarget, planTarget } from "#worker/features/delivery/testing/deliveryTargets.ts";
import { createDocumentKind } from "#worker/features/exportDocument/exportDocumentJob.ts";
import { runJob } from "#worker/jobs/runJob.ts";
import { inspectBytes } from "#worker/media/inspectPhoto.ts";
import { createExportDocumentKey } from "#worker/media/photoKeys.ts";
import { makeProgressiveJpeg } from "#worker/media/testing/sampleJpegs.ts";
import {
  type Caller,
  call,
  db,
  env,
  envWithoutQueue,
  jsonOf,
  makeSuperAdmin,
  uniqueName,
} from "#worker/testing/factories.ts";
import { makeDocumentationWithTask, makeIngestedPhoto } from "#worker/testing/ingestedMedia.ts";

/** A documentation with a photo of 2000 x 1504 pixels, whose rendition has 1600. */
async function makeLargePhoto() {
  const as = await makeSuperAdmin();
  const owner = await makeDocumentationWithTask(as.customerId, {}, { status: "COMPLETED" });
  const photoId = await makeIngestedPhoto(owner, { bytes: makeProgressiveJpeg() });
  return { as, id: owner.row.id, photoId, customerId: as.customerId };
}

/** Pixels of the pictures in an Office document. */
function picturesIn(document: Uint8Array): [number, number][] {
  return Object.entries(unzipSync(document))
    .filter(([name]) => /media\/.*\.jpe?g$/.test(name))
    .map(([, bytes]) => {
      const facts = inspectBytes(bytes);
      if (!facts.ok) throw new Error(facts.reason);
      return [facts.facts.width, facts.facts.height];
    });
}

async function download(as: Caller, id: string, query: string) {
  const response = await call("GET", `/documentation/downloadExportDocument/${id}?${query}`, { as });
  expect(response.status, query).toBe(200);
  return picturesIn(new Uint8Array(await response.arrayBuffer()));
}

const listVariants = (photoId: string) =>
  db().select().from(photoVariant).where(eq(photoVariant.photoId, photoId));

async function makeLayout(as: Caller, photoSize: PhotoSize): Promise<string> {
  const nodes = [layoutNode("EACH", { IN: "PHOTOS" }, [layoutNode("PHOTO", { WIDTH: "80" })])];
  const body = { name: uniqueName("layout"), type: "WORD", photoSize, nodes };
  const { id } = await jsonOf<{ id: string }>(call("POST", "/exportDocumentConfigurations", { as, body }));
  return id;
}

it("2§2 a document has its photos in the requested size; each size is drawn once", async () => {
  const { as, id, photoId } = await makeLargePhoto();
  const word = "type=PHOTO_WORD_DOCUMENT";
  expect(await download(as, id, word)).toEqual([[1600, 1203]]);
  expect(await download(as, id, `${word}&photoSize=ORIGINAL`)).toEqual([[2000, 1504]]);
  expect(await listVariants(photoId)).toEqual([]);
  const [small] = await download(as, id, `${word}&photoSize=SMALL`);
  expect(small).toEqual([800, 602]);
  expect(await download(as, id, `${word}&photoSize=SMALL`)).toEqual([small]);
  expect(await download(as, id, `${word}&photoSize=PRINT`)).toEqual([[1600, 1203]]);
  expect(await download(as, id, "type=PHOTO_POWERPOINT_PRESENTATION&photoSize=PRINT")).toEqual([
    [2000, 1504],
  ]);
  expect((await listVariants(photoId)).map(({ maxSize, components }) => [maxSize, components])).toEqual([
    [800, 3],
    [3150, 3],
  ]);
});

it("3§3 a layout has a size of photos, and a download may choose another", async () => {
  const { as, id } = await makeLargePhoto();
  const layout = await makeLayout(as, "SMALL");
  const query = `configuration=${layout}`;
  expect(await download(as, id, query)).toEqual([[500, 376]]);
  expect(await download(as, id, `${query}&photoSize=NORMAL`)).toEqual([[1600, 1203]]);
  expect(await download(as, id, `${query}&photoSize=ORIGINAL`)).toEqual([[2000, 1504]]);
  const invalid = await call("GET", `/documentation/downloadExportDocument/${id}?${query}&photoSize=HUGE`, {
    as,
  });
  expect(invalid.status).toBe(422);
  const stored = await jsonOf<{ photoSize: string }>(
    call("GET", `/exportDocumentConfigurations/${layout}`, { as }),
  );
  expect(stored.photoSize).toBe("SMALL");
});

it("2§3 a rotated photo is drawn again, and its files go with the documentation", async () => {
  const { as, id, photoId, customerId } = await makeLargePhoto();
  const query = "type=PHOTO_WORD_DOCUMENT&photoSize=SMALL";
  await download(as, id, query);
  await db().update(photo).set({ rotation: 1 }).where(eq(photo.id, photoId));
  expect(await download(as, id, query)).toEqual([[474, 630]]);
  const keys = (await listVariants(photoId)).map(({ objectKey }) => objectKey);
  expect(keys).toHaveLength(2);
  await removeDocumentations(env, db(), {
    ...{ customerId, ids: [id], author: { userId: as.userId, realUserId: null, customerId } },
  });
  const orphans = await db().select({ key: orphanedObject.keyOrPrefix }).from(orphanedObject);
  expect(orphans.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
});

it("2§2 a document in the background draws its photos first, one step after another", async () => {
  const { as, id: documentationId, photoId } = await makeLargePhoto();
  const body = {
    documentationId,
    type: "PHOTO_WORD_DOCUMENT",
    photoSize: "SMALL",
    email: "anna@siteproof.example",
  };
  const { id } = await jsonOf<{ id: string }>(
    call("POST", "/exportDocument/createExportDocumentJob", { as, body, env: envWithoutQueue }),
  );
  const readRow = async () =>
    (await db().select().from(exportDocument).where(eq(exportDocument.id, id)).get())!;
  const kinds = { exportDocument: createDocumentKind({ millisecondsPerStep: 0 }) };
  const runStep = async () => {
    const { jobId } = await readRow();
    await db().update(job).set({ leasedUntil: null }).where(eq(job.id, jobId!));
    await runJob(envWithoutQueue, db(), jobId!, kinds);
  };
  await runStep();
  expect(await listVariants(photoId)).toHaveLength(1);
  for (let step = 0; step < 4; step += 1) await runStep();
  const row = await readRow();
  expect(row.state).toBe("READY");
  const object = await env.STORAGE.get(createExportDocumentKey(row));
  expect(picturesIn(new Uint8Array(await object!.arrayBuffer()))).toEqual([[800, 602]]);
});

it("3§3 a delivery draws the photos of a layout before it composes the document", async () => {
  const layout = await makeLayout(await makeSuperAdmin(), "SMALL");
  const {
    target,
    customerId,
    made: visit,
  } = await makeDeliveryTarget([
    { type: "EXPORT_DOCUMENT_CONFIGURATION", params: { exportDocumentConfiguration: layout } },
  ]);
  await db()
    .insert(customerExportDocumentConfiguration)
    .values({ customerId, exportDocumentConfigurationId: layout });
  const id = visit.photos[0]!;
  const size = { width: 2000, height: 1500, renditionWidth: 1600, renditionHeight: 1200 };
  await db().update(photo).set(size).where(eq(photo.id, id));
  expect(await planTarget(target)).toMatchObject({
    files: [],
    variants: [{ photo: { id }, maxSize: 500 }],
    entries: [{ bytes: null }],
  });
  const plan = await planTarget({ ...target, unshrinkable: new Set([id]) });
  expect([plan.variants, plan.files.length]).toEqual([[], 1]);
});
