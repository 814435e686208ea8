import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { MarkupShape } from "#domain/media/markup.ts";
import { removeOrphans } from "#worker/cron/removeOrphans.ts";
import { createServiceAuthor } from "#worker/db/audit.ts";
import { documentation, orphanedObject, photo } from "#worker/db/schema/index.ts";
import { removeDocumentations } from "#worker/documentation/removeDocumentations.ts";
import { drawMarkup } from "#worker/media/markup/drawMarkup.ts";
import { createPhotoPrefix, listPhotoKeys } from "#worker/media/photoKeys.ts";
import { makeProgressiveJpeg } from "#worker/media/testing/sampleJpegs.ts";
import { type Caller, call, db, env, jsonOf, makeCaller } from "#worker/testing/factories.ts";
import { makeDocumentationWithTask, makeIngestedPhoto } from "#worker/testing/ingestedMedia.ts";
import { readColours } from "#worker/testing/pictureTesting.ts";

const makeStaff = () => makeCaller({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_PHOTO_WRITE"] });
const readBytes = async (response: Response | Promise<Response>) =>
  new Uint8Array(await (await response).arrayBuffer());
const fetchColours = async (as: Caller, path: string) =>
  readColours(await readBytes(call("GET", path, { as })));
const editPhoto = (as: Caller, id: string, body: object) => call("PUT", `/photos/${id}`, { as, body });
const findPhoto = async (id: string) => (await db().select().from(photo).where(eq(photo.id, id)).get())!;
const listKeys = async (customerId: number, id: string) =>
  (await env.STORAGE.list({ prefix: createPhotoPrefix(String(customerId), id) })).objects
    .map(({ key }) => key)
    .sort();
const sweepOrphans = async () => {
  await db().update(orphanedObject).set({ dateCreated: "2026-01-01T00:00:00Z" });
  while (await removeOrphans(env, db(), new Date()));
};

/** Red and green over blue and white. */
const plainColours = ["red", "green", "blue", "white"];
/** A line as wide as a quadrant. */
const createBroadLine = (from: [number, number], to: [number, number]): MarkupShape => ({
  type: "LINE",
  from,
  to,
  color: "white",
  width: 0.05,
});
const lineOverRed = createBroadLine([0.2, 0.25], [0.3, 0.25]);

async function makeMarkedPhoto() {
  const as = await makeStaff();
  const owner = await makeDocumentationWithTask(as.customerId);
  const id = await makeIngestedPhoto(owner);
  const { version } = await findPhoto(id);
  const photoRow = await jsonOf<PhotoRow>(editPhoto(as, id, { markup: [lineOverRed], version }));
  return { as, owner, id, photoRow };
}

describe("markup on a photo", () => {
  it("2§5 is visible wherever the photo is shown, unless a form without markup is requested; the original is unchanged", async () => {
    const { as, id, photoRow } = await makeMarkedPhoto();
    expect(photoRow.markup).toEqual([lineOverRed]);
    const expectedColours = ["white", "green", "blue", "white"];
    expect(await fetchColours(as, `/photo/download/${id}`)).toEqual(expectedColours);
    expect(await fetchColours(as, `/photo/thumbnail/${id}`)).toEqual(expectedColours);
    expect(await fetchColours(as, `/photo/downloadPlain/${id}`)).toEqual(plainColours);
    expect(await fetchColours(as, `/photo/downloadOriginal/${id}`)).toEqual(plainColours);
  });

  it("2§5 rotates with the photo, can be removed, and leaves nothing behind", async () => {
    const { as, id, photoRow } = await makeMarkedPhoto();
    const rotatedPhoto = await jsonOf<PhotoRow>(
      editPhoto(as, id, { rotation: 1, version: photoRow.version }),
    );
    // Upright: red green over blue white. Rotated: blue red over white green.
    expect(await fetchColours(as, `/photo/download/${id}`)).toEqual(["blue", "white", "white", "green"]);
    expect(await fetchColours(as, `/photo/downloadPlain/${id}`)).toEqual(["blue", "red", "white", "green"]);
    await sweepOrphans();
    expect(await listKeys(as.customerId, id)).toEqual(listPhotoKeys(await findPhoto(id)).sort());
    const unmarkedRow = await jsonOf<PhotoRow>(
      editPhoto(as, id, { markup: null, version: rotatedPhoto.version }),
    );
    expect(unmarkedRow.markup).toBeNull();
    expect(await fetchColours(as, `/photo/download/${id}`)).toEqual(["blue", "red", "white", "green"]);
    await sweepOrphans();
    const row = await findPhoto(id);
    expect(row).toMatchObject({ unmarkedRevision: null, markedRenditionSha256: null });
    expect(await listKeys(as.customerId, id)).toEqual(listPhotoKeys(row).sort());
    expect(await listKeys(as.customerId, id)).toHaveLength(3);
  });

  it("2§5 is redrawn from the picture without markup, and is deleted with its documentation", async () => {
    const { as, owner, id, photoRow } = await makeMarkedPhoto();
    const lineOverGreen = createBroadLine([0.7, 0.25], [0.8, 0.25]);
    await jsonOf(editPhoto(as, id, { markup: [lineOverGreen], version: photoRow.version }));
    expect(await fetchColours(as, `/photo/download/${id}`)).toEqual(["red", "white", "blue", "white"]);
    const row = await findPhoto(id);
    expect(await listKeys(as.customerId, id)).toEqual(expect.arrayContaining(listPhotoKeys(row)));
    await db().update(documentation).set({ status: "DELETED" }).where(eq(documentation.id, owner.row.id));
    await removeDocumentations(env, db(), {
      customerId: as.customerId,
      ids: [owner.row.id],
      author: createServiceAuthor(as.customerId),
    });
    await sweepOrphans();
    expect(await listKeys(as.customerId, id)).toEqual([]);
  });

  it("2§5 is drawn from the start if the device sent markup with the photo", async () => {
    const as = await makeStaff();
    const id = await makeIngestedPhoto(await makeDocumentationWithTask(as.customerId), {
      markup: [lineOverRed],
    });
    expect(await fetchColours(as, `/photo/download/${id}`)).toEqual(["white", "green", "blue", "white"]);
    expect(await fetchColours(as, `/photo/downloadPlain/${id}`)).toEqual(plainColours);
    await sweepOrphans();
    expect(await listKeys(as.customerId, id)).toEqual(listPhotoKeys(await findPhoto(id)).sort());
  });

  it("2§4 is in zip files and their manifest, on a copy instead of the original, unless the request excludes markup", async () => {
    const { as, owner, id } = await makeMarkedPhoto();
    const fetchZip = async (query: string) =>
      unzipSync(
        await readBytes(call("GET", `/documentation/downloadZipFile/${owner.row.id}${query}`, { as })),
      );
    const fetchParts = async (query: string) => {
      const entries = Object.entries(await fetchZip(query));
      const [, picture] = entries.find(([path]) => path.endsWith(".jpg"))!;
      const [, manifest] = entries.find(([path]) => path.endsWith("manifest.json"))!;
      const [item] = JSON.parse(new TextDecoder().decode(manifest)).items;
      return { picture, item };
    };
    const row = await findPhoto(id);
    const markedParts = await fetchParts("");
    expect(await readColours(markedParts.picture)).toEqual(["white", "green", "blue", "white"]);
    expect(markedParts.item).toMatchObject({
      markup: true,
      sha256: row.markedRenditionSha256,
      originalSha256: row.sha256,
      size: row.renditionSize,
      rotation: 0,
    });
    const unmarkedParts = await fetchParts("?markup=false");
    expect(await readColours(unmarkedParts.picture)).toEqual(plainColours);
    expect(unmarkedParts.item).toMatchObject({ sha256: row.sha256, size: row.dataSize });
    expect(unmarkedParts.item.markup).toBeUndefined();
  });

  it("2§5 keeps blurred areas blurred in every export for users who may not edit photos", async () => {
    const { as, owner, id, photoRow } = await makeMarkedPhoto();
    const blurShape: MarkupShape = { type: "BLUR", from: [0.6, 0.6], to: [0.9, 0.9] };
    await jsonOf(editPhoto(as, id, { markup: [lineOverRed, blurShape], version: photoRow.version }));
    const reader = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"], customerId: as.customerId });
    const blurredColours = await fetchColours(reader, `/photo/download/${id}`);
    expect(blurredColours).not.toEqual(plainColours);
    const paths = [`/photo/downloadOriginal/${id}`, `/photo/downloadPlain/${id}`];
    for (const path of paths) {
      expect((await call("GET", path, { as })).status).toBe(200);
      const refusedResponse = await call("GET", path, { as: reader });
      expect(refusedResponse.status).toBe(403);
      expect(await jsonOf(refusedResponse)).toMatchObject({ error: { code: "photoBlurred" } });
    }
    const fetchColoursInZip = async (reader: Caller) => {
      const path = `/documentation/downloadZipFile/${owner.row.id}?markup=false`;
      const entries = Object.entries(unzipSync(await readBytes(call("GET", path, { as: reader }))));
      return readColours(entries.find(([name]) => name.endsWith(".jpg"))![1]);
    };
    expect(await fetchColoursInZip(reader)).toEqual(blurredColours);
    expect(await fetchColoursInZip(as)).toEqual(plainColours);
  });

  it("2§7 is exported with selected photos, unless the request excludes markup; blurred areas stay blurred", async () => {
    const { as, id, photoRow } = await makeMarkedPhoto();
    const fetchColoursInSelection = async (reader: Caller, query: string) => {
      const path = `/photo/downloadZipFile?photo=${id}${query}`;
      const entries = Object.entries(unzipSync(await readBytes(call("GET", path, { as: reader }))));
      return readColours(entries.find(([name]) => name.endsWith(".jpg"))![1]);
    };
    expect(await fetchColoursInSelection(as, "")).toEqual(["white", "green", "blue", "white"]);
    expect(await fetchColoursInSelection(as, "&markup=false")).toEqual(plainColours);
    const blurShape: MarkupShape = { type: "BLUR", from: [0.6, 0.6], to: [0.9, 0.9] };
    await jsonOf(editPhoto(as, id, { markup: [lineOverRed, blurShape], version: photoRow.version }));
    const reader = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"], customerId: as.customerId });
    expect(await fetchColoursInSelection(reader, "&markup=false")).toEqual(
      await fetchColours(reader, `/photo/download/${id}`),
    );
    expect(await fetchColoursInSelection(as, "&markup=false")).toEqual(plainColours);
  });

  it("2§4 is shown in documents, unless the request excludes markup; equal requests return equal bytes", async () => {
    const { as, owner } = await makeMarkedPhoto();
    const path = `/documentation/downloadExportDocument/${owner.row.id}?type=PHOTO_WORD_DOCUMENT`;
    const fetchPictureColours = async (query: string) => {
      const entries = Object.entries(unzipSync(await readBytes(call("GET", path + query, { as }))));
      return readColours(entries.find(([name]) => /media\/.*\.jpe?g$/.test(name))![1]);
    };
    for (const photos of ["", "&photos=original"]) {
      expect(await fetchPictureColours(photos)).toEqual(["white", "green", "blue", "white"]);
      expect(await fetchPictureColours(`${photos}&markup=false`)).toEqual(plainColours);
    }
    const etags = await Promise.all(
      ["", "", "&markup=false"].map(async (query) =>
        (await call("GET", path + query, { as })).headers.get("etag"),
      ),
    );
    expect(etags[0]).toBe(etags[1]);
    expect(etags[2]).not.toBe(etags[0]);
  });
});

describe("drawing", () => {
  it("design§Photos leaves nothing readable under a blur, and uses the documents' font for text", async () => {
    const picture = makeProgressiveJpeg() as Uint8Array<ArrayBuffer>;
    const shapes: MarkupShape[] = [
      { type: "BLUR", from: [0, 0], to: [1, 1] },
      { type: "ARROW", from: [0.1, 0.9], to: [0.9, 0.9], color: "red", width: 0.01 },
      { type: "CIRCLE", from: [0.4, 0.4], to: [0.6, 0.6], color: "black", width: 0.01 },
      { type: "RECTANGLE", from: [0.1, 0.1], to: [0.4, 0.4], color: "green", width: 0.01 },
      { type: "TEXT", position: [0.5, 0.25], text: "Åh & <b>\u0000", color: "blue", size: 0.2 },
    ];
    const singleShape = await drawMarkup(picture, shapes.slice(0, 1));
    const markedPicture = await drawMarkup(picture, shapes);
    const textlessPicture = await drawMarkup(picture, shapes.slice(0, 4));
    expect(await readColours(singleShape)).toEqual(plainColours);
    expect(markedPicture).not.toEqual(textlessPicture);
    expect(await drawMarkup(picture, shapes)).toEqual(markedPicture);
  });
});
