import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { MarkupShape } from "#domain/media/markup.ts";
import { removeOrphans } from "#worker/cron/removeOrphans.ts";
import { serviceAuthor } from "#worker/db/audit.ts";
import { documentation, orphanedObject, photo } from "#worker/db/schema/index.ts";
import { removeDocumentations } from "#worker/documentation/removeDocumentations.ts";
import { createPhotoPrefix, listPhotoKeys } from "#worker/media/keys.ts";
import { drawMarkup } from "#worker/media/markup/drawMarkup.ts";
import { largeProgressive } from "#worker/media/testing/sampleJpegs.ts";
import { type Caller, call, db, env, jsonOf, makeCaller } from "#worker/testing/factories.ts";
import { makeDocumentationWithTask, makeIngestedPhoto } from "#worker/testing/ingestedMedia.ts";
import { coloursOf } from "#worker/testing/pictureTesting.ts";

const makeStaff = () => makeCaller({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_PHOTO_WRITE"] });
const bytesOf = async (response: Response | Promise<Response>) =>
  new Uint8Array(await (await response).arrayBuffer());
const coloursAt = async (as: Caller, path: string) => coloursOf(await bytesOf(call("GET", path, { as })));
const edit = (as: Caller, id: string, body: object) => call("PUT", `/photos/${id}`, { as, body });
const rowOf = async (id: string) => (await db().select().from(photo).where(eq(photo.id, id)).get())!;
const listKeys = async (customerId: number, id: string) =>
  (await env.STORAGE.list({ prefix: createPhotoPrefix(String(customerId), id) })).objects
    .map(({ key }) => key)
    .sort();
const sweepNow = async () => {
  await db().update(orphanedObject).set({ dateCreated: "2026-01-01T00:00:00Z" });
  while (await removeOrphans(env, db(), new Date()));
};

/** Red and green over blue and white. */
const plainColours = ["red", "green", "blue", "white"];
/** A line as wide as a quadrant. */
const broadLine = (from: [number, number], to: [number, number]): MarkupShape => ({
  type: "LINE",
  from,
  to,
  color: "white",
  width: 0.05,
});
const overRed = broadLine([0.2, 0.25], [0.3, 0.25]);

async function makeMarkedPhoto() {
  const as = await makeStaff();
  const owner = await makeDocumentationWithTask(as.customerId);
  const id = await makeIngestedPhoto(owner);
  const { version } = await rowOf(id);
  const photoRow = await jsonOf<PhotoRow>(edit(as, id, { markup: [overRed], version }));
  return { as, owner, id, answer: photoRow };
}

describe("markup on a photo", () => {
  it("2§5 is visible wherever the photo is, except if requested without; the original is unchanged", async () => {
    const { as, id, answer } = await makeMarkedPhoto();
    expect(answer.markup).toEqual([overRed]);
    const expected = ["white", "green", "blue", "white"];
    expect(await coloursAt(as, `/photo/download/${id}`)).toEqual(expected);
    expect(await coloursAt(as, `/photo/thumbnail/${id}`)).toEqual(expected);
    expect(await coloursAt(as, `/photo/downloadPlain/${id}`)).toEqual(plainColours);
    expect(await coloursAt(as, `/photo/downloadOriginal/${id}`)).toEqual(plainColours);
  });

  it("2§5 rotates with the photo, can be removed, and leaves nothing behind", async () => {
    const { as, id, answer } = await makeMarkedPhoto();
    const rotatedPhoto = await jsonOf<PhotoRow>(edit(as, id, { rotation: 1, version: answer.version }));
    // Upright: red green over blue white. Rotated: blue red over white green.
    expect(await coloursAt(as, `/photo/download/${id}`)).toEqual(["blue", "white", "white", "green"]);
    expect(await coloursAt(as, `/photo/downloadPlain/${id}`)).toEqual(["blue", "red", "white", "green"]);
    await sweepNow();
    expect(await listKeys(as.customerId, id)).toEqual(listPhotoKeys(await rowOf(id)).sort());
    const bare = await jsonOf<PhotoRow>(edit(as, id, { markup: null, version: rotatedPhoto.version }));
    expect(bare.markup).toBeNull();
    expect(await coloursAt(as, `/photo/download/${id}`)).toEqual(["blue", "red", "white", "green"]);
    await sweepNow();
    const row = await rowOf(id);
    expect(row).toMatchObject({ unmarkedRevision: null, markedRenditionSha256: null });
    expect(await listKeys(as.customerId, id)).toEqual(listPhotoKeys(row).sort());
    expect(await listKeys(as.customerId, id)).toHaveLength(3);
  });

  it("2§5 is redrawn from the picture without markup, and is deleted with its documentation", async () => {
    const { as, owner, id, answer } = await makeMarkedPhoto();
    const overGreen = broadLine([0.7, 0.25], [0.8, 0.25]);
    await jsonOf(edit(as, id, { markup: [overGreen], version: answer.version }));
    expect(await coloursAt(as, `/photo/download/${id}`)).toEqual(["red", "white", "blue", "white"]);
    const row = await rowOf(id);
    expect(await listKeys(as.customerId, id)).toEqual(expect.arrayContaining(listPhotoKeys(row)));
    await db().update(documentation).set({ status: "DELETED" }).where(eq(documentation.id, owner.row.id));
    await removeDocumentations(env, db(), {
      customerId: as.customerId,
      ids: [owner.row.id],
      author: serviceAuthor(as.customerId),
    });
    await sweepNow();
    expect(await listKeys(as.customerId, id)).toEqual([]);
  });

  it("2§5 is drawn from the start if the device sent markup with the photo", async () => {
    const as = await makeStaff();
    const id = await makeIngestedPhoto(await makeDocumentationWithTask(as.customerId), { markup: [overRed] });
    expect(await coloursAt(as, `/photo/download/${id}`)).toEqual(["white", "green", "blue", "white"]);
    expect(await coloursAt(as, `/photo/downloadPlain/${id}`)).toEqual(plainColours);
    await sweepNow();
    expect(await listKeys(as.customerId, id)).toEqual(listPhotoKeys(await rowOf(id)).sort());
  });

  it("2§4 a zip has the photo with markup instead of the original and says so, unless requested without", async () => {
    const { as, owner, id } = await makeMarkedPhoto();
    const zip = async (query: string) =>
      unzipSync(await bytesOf(call("GET", `/documentation/downloadZipFile/${owner.row.id}${query}`, { as })));
    const partsOf = async (query: string) => {
      const entries = Object.entries(await zip(query));
      const [, picture] = entries.find(([path]) => path.endsWith(".jpg"))!;
      const [, manifest] = entries.find(([path]) => path.endsWith("manifest.json"))!;
      const [item] = JSON.parse(new TextDecoder().decode(manifest)).items;
      return { picture, item };
    };
    const row = await rowOf(id);
    const colours = await partsOf("");
    expect(await coloursOf(colours.picture)).toEqual(["white", "green", "blue", "white"]);
    expect(colours.item).toMatchObject({
      markup: true,
      sha256: row.markedRenditionSha256,
      originalSha256: row.sha256,
      size: row.renditionSize,
      rotation: 0,
    });
    const bare = await partsOf("?markup=false");
    expect(await coloursOf(bare.picture)).toEqual(plainColours);
    expect(bare.item).toMatchObject({ sha256: row.sha256, size: row.dataSize });
    expect(bare.item.markup).toBeUndefined();
  });

  it("2§5 blurred areas stay blurred for users who may not edit photos, in every export", async () => {
    const { as, owner, id, answer } = await makeMarkedPhoto();
    const blur: MarkupShape = { type: "BLUR", from: [0.6, 0.6], to: [0.9, 0.9] };
    await jsonOf(edit(as, id, { markup: [overRed, blur], version: answer.version }));
    const reader = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"], customerId: as.customerId });
    const blurredColours = await coloursAt(reader, `/photo/download/${id}`);
    expect(blurredColours).not.toEqual(plainColours);
    const paths = [`/photo/downloadOriginal/${id}`, `/photo/downloadPlain/${id}`];
    for (const path of paths) {
      expect((await call("GET", path, { as })).status).toBe(200);
      const refusedResponse = await call("GET", path, { as: reader });
      expect(refusedResponse.status).toBe(403);
      expect(await jsonOf(refusedResponse)).toMatchObject({ error: { code: "photoBlurred" } });
    }
    const coloursInZip = async (reader: Caller) => {
      const path = `/documentation/downloadZipFile/${owner.row.id}?markup=false`;
      const entries = Object.entries(unzipSync(await bytesOf(call("GET", path, { as: reader }))));
      return coloursOf(entries.find(([name]) => name.endsWith(".jpg"))![1]);
    };
    expect(await coloursInZip(reader)).toEqual(blurredColours);
    expect(await coloursInZip(as)).toEqual(plainColours);
  });

  it("2§7 is exported with selected photos, unless requested without; blurred areas stay blurred", async () => {
    const { as, id, answer } = await makeMarkedPhoto();
    const coloursInSelection = async (reader: Caller, query: string) => {
      const path = `/photo/downloadZipFile?photo=${id}${query}`;
      const entries = Object.entries(unzipSync(await bytesOf(call("GET", path, { as: reader }))));
      return coloursOf(entries.find(([name]) => name.endsWith(".jpg"))![1]);
    };
    expect(await coloursInSelection(as, "")).toEqual(["white", "green", "blue", "white"]);
    expect(await coloursInSelection(as, "&markup=false")).toEqual(plainColours);
    const blur: MarkupShape = { type: "BLUR", from: [0.6, 0.6], to: [0.9, 0.9] };
    await jsonOf(edit(as, id, { markup: [overRed, blur], version: answer.version }));
    const reader = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"], customerId: as.customerId });
    expect(await coloursInSelection(reader, "&markup=false")).toEqual(
      await coloursAt(reader, `/photo/download/${id}`),
    );
    expect(await coloursInSelection(as, "&markup=false")).toEqual(plainColours);
  });

  it("2§4 is shown in documents, unless requested without; both have the same bytes each time", async () => {
    const { as, owner } = await makeMarkedPhoto();
    const path = `/documentation/downloadExportDocument/${owner.row.id}?type=PHOTO_WORD_DOCUMENT`;
    const pictureOf = async (query: string) => {
      const entries = Object.entries(unzipSync(await bytesOf(call("GET", path + query, { as }))));
      return coloursOf(entries.find(([name]) => /media\/.*\.jpe?g$/.test(name))![1]);
    };
    for (const photos of ["", "&photos=original"]) {
      expect(await pictureOf(photos)).toEqual(["white", "green", "blue", "white"]);
      expect(await pictureOf(`${photos}&markup=false`)).toEqual(plainColours);
    }
    const tags = await Promise.all(
      ["", "", "&markup=false"].map(async (query) =>
        (await call("GET", path + query, { as })).headers.get("etag"),
      ),
    );
    expect(tags[0]).toBe(tags[1]);
    expect(tags[2]).not.toBe(tags[0]);
  });
});

describe("drawing", () => {
  it("design§Photos a blur leaves nothing readable, and text is drawn in the font of the documents", async () => {
    const picture = largeProgressive() as Uint8Array<ArrayBuffer>;
    const shapes: MarkupShape[] = [
      { type: "BLUR", from: [0, 0], to: [1, 1] },
      { type: "ARROW", from: [0.1, 0.9], to: [0.9, 0.9], color: "red", width: 0.01 },
      { type: "CIRCLE", from: [0.4, 0.4], to: [0.6, 0.6], color: "black", width: 0.01 },
      { type: "RECTANGLE", from: [0.1, 0.1], to: [0.4, 0.4], color: "green", width: 0.01 },
      { type: "TEXT", at: [0.5, 0.25], text: "Åh & <b>\u0000", color: "blue", size: 0.2 },
    ];
    const bare = await drawMarkup(picture, shapes.slice(0, 1));
    const markedPicture = await drawMarkup(picture, shapes);
    const withoutText = await drawMarkup(picture, shapes.slice(0, 4));
    expect(await coloursOf(bare)).toEqual(plainColours);
    expect(markedPicture).not.toEqual(withoutText);
    expect(await drawMarkup(picture, shapes)).toEqual(markedPicture);
  });
});
