import { expect, test } from "vitest";
import { type Basemap, projectToWorld, worldSize } from "./basemap.ts";
import { decodeBasemap, encodeBasemap } from "./codec.ts";

const [x, y] = projectToWorld(18.07, 59.33);
const basemap: Basemap = {
  land: [Int32Array.of(0, 0, worldSize, 5, 3, worldSize, 0, 0), Int32Array.of(x, y, x - 1, y + 200)],
  lakes: [],
  rivers: [Int32Array.of(1, 2, 3, 4)],
  borders: [Int32Array.of(x, y, 0, 0)],
  countries: [{ code: "SE", x, y, zoom: 3, maxZoom: 6 }],
  places: [{ name: "Åre", kind: "village", x: 5, y: worldSize, zoom: 8 }],
};

test("2§2 an encoded basemap decodes to the same basemap", () => {
  expect(decodeBasemap(encodeBasemap(basemap))).toEqual(basemap);
});

test("2§2 a truncated file is refused, wherever it ends", () => {
  const bytes = encodeBasemap(basemap);
  for (let length = 0; length < bytes.length; length += 1)
    expect(() => decodeBasemap(bytes.slice(0, length)), `${length} bytes`).toThrow(RangeError);
});

test("2§2 nothing is allocated for counts larger than the file can hold", () => {
  // Implausible counts of shapes, points of a shape, countries and places.
  const hugeCount = [255, 255, 255, 255, 255, 255, 255, 127];
  for (const prefix of [[], [1], [0, 0, 0, 0], [0, 0, 0, 0, 0]])
    expect(() => decodeBasemap(Uint8Array.from([...prefix, ...hugeCount]))).toThrow(RangeError);
});

test("2§2 places are projected to the Mercator map, and clamped to its edge", () => {
  expect(projectToWorld(0, 0)).toEqual([worldSize / 2, worldSize / 2]);
  expect(projectToWorld(-180, 90)).toEqual([0, 0]);
  expect(projectToWorld(180, -90)).toEqual([worldSize, worldSize]);
});
