import { expect, test } from "vitest";
import { estimateDocumentBytes } from "./documentBytes.ts";
import { photoSizes } from "./photoSize.ts";

const megabytesOf = (...photos: Parameters<typeof estimateDocumentBytes>[0]) =>
  photoSizes.map((size) => Math.round(estimateDocumentBytes(photos, size) / 100_000) / 10);

test("2§2 a document is estimated by the number, pixels and bytes of its photos, and is never above their originals", () => {
  const large = { dataSize: 4_100_000, width: 4000, height: 3000 };
  expect(megabytesOf(...Array.from({ length: 300 }, () => large))).toEqual([24, 196.8, 226.3, 1230]);
  expect(megabytesOf({ dataSize: 90_000, width: 960, height: 720 })).toEqual([0.1, 0.1, 0.1, 0.1]);
  expect(megabytesOf({ ...large, width: null }, { ...large, height: null })).toEqual([8.2, 8.2, 8.2, 8.2]);
  expect(megabytesOf()).toEqual([0, 0, 0, 0]);
});
