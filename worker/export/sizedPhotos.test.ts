import { expect, test } from "vitest";
import { exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { measureDocumentSides } from "./export.ts";
import { measurePdfSides } from "./layouts/standardPdf.ts";
import { DrawnSideCollector, specifyVariant, withRendition } from "./sizedPhotos.ts";
import { MemorySource, makePhoto } from "./testing/samplePlans.ts";

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
  const standing = makePhoto(source, { rotation: 1 });
  const [wide, tall] = [
    { width: 160, height: 60 },
    { width: 90, height: 120 },
  ];
  for (const box of [{ width: 40, height: 40 }, wide, { width: 20, height: 90 }]) collector.add(photo, box);
  collector.add(standing, wide, tall);
  expect([...collector.sides.values()]).toEqual([80, 120]);
});

test("2§2 every document type says how large it draws photos", () => {
  const photos = [makePhoto(source)];
  const sides = exportDocumentTypes.map((kind) => [...measureDocumentSides({ photos }, kind).values()][0]!);
  expect(sides.map(Math.round)).toEqual([220, 120, 53, 183, 220, 85, 53, 56, 85, 97]);
  expect(Math.round([...measurePdfSides({ photos }).values()][0]!)).toBe(127);
});
