import { expect, test } from "vitest";
import { exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { measureStandardSides } from "./layouts/standard/standardDocument.ts";
import { DrawnSideCollector, specifyVariant, withRendition } from "./sizedPhotos.ts";
import { MemorySource, makePhoto, makePlan } from "./testing/samplePlans.ts";

const source = new MemorySource();
const sideOf = (photo: ReturnType<typeof makePhoto>, size: "SMALL" | "PRINT", millimetres: number) =>
  specifyVariant(photo, size, millimetres)?.maxSize ?? null;

test("3§3 small photos have 150 pixels per inch where they are drawn, at most 1600", () => {
  const photo = makePhoto(source);
  expect([20, 80, 126, 170, 220, 339].map((side) => sideOf(photo, "SMALL", side))).toEqual([
    125, 500, 800, 1000, 1600, 1600,
  ]);
});

test("3§3 a photo whose original is no larger than needed keeps its rendition", () => {
  const photo = makePhoto(source);
  const rendition = { ...photo.rendition, width: 640, height: 480 };
  const smallPhoto = { ...photo, rendition, original: { ...photo.original, width: 640, height: 480 } };
  expect([sideOf(smallPhoto, "SMALL", 170), sideOf(smallPhoto, "SMALL", 80)]).toEqual([null, 500]);
  expect([sideOf(smallPhoto, "PRINT", 170), sideOf(smallPhoto, "PRINT", 20)]).toEqual([null, null]);
});

test("3§3 photos for print have 300 pixels per inch, from the original where the rendition has fewer", () => {
  const photo = makePhoto(source, { rotation: 1 });
  expect([80, 135, 170, 339].map((side) => sideOf(photo, "PRINT", side))).toEqual([null, null, 2000, 4000]);
  expect(specifyVariant(photo, "PRINT", 170)!.photo).toEqual({
    ...{ id: photo.id, rotation: 1, original: photo.original },
  });
});

test("3§3 a photo in another size is upright", () => {
  const photo = makePhoto(source, { rotation: 3 });
  const { components, ...image } = photo.original;
  expect(withRendition(photo, { ...image, components }).rendition).toMatchObject({
    key: image.key,
    quarterTurns: 3,
  });
});

test("3§3 the side of a photo is the side of its largest drawing", () => {
  const collector = new DrawnSideCollector();
  const photo = makePhoto(source);
  const portraitPhoto = makePhoto(source, { rotation: 1 });
  for (const [width, height] of [
    [40, 40],
    [160, 60],
    [20, 90],
  ] as const)
    collector.add(photo, { width, height });
  collector.add(portraitPhoto, { width: 90, height: 120 });
  expect([...collector.sides.values()]).toEqual([80, 120]);
});

test("2§2 every document type says how large it draws photos", () => {
  const plan = makePlan({ photos: [makePhoto(source)] });
  const sidesOf = (asPdf: boolean) =>
    exportDocumentTypes.map((kind) =>
      Math.round([...measureStandardSides(plan, { kind, asPdf }).values()][0]!),
    );
  expect(sidesOf(false)).toEqual([220, 127, 53, 181, 220, 81, 53, 53, 81, 96]);
  expect(sidesOf(true)).toEqual([127, 127, 127, 127, 81, 81, 81, 81, 81, 127]);
});
