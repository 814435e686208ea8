import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { decodeBasemap } from "./codec.ts";
import { findNearestPlace, placeNameIn } from "./placeNames.ts";

const basemap = decodeBasemap(gunzipSync(await readFile(new URL("basemap.bin", import.meta.url))));
const nameNear = (lat: number, lng: number, zoom: number) =>
  findNearestPlace(basemap, { lat, lng }, zoom)?.name ?? null;

test("2§2 a position is near a place that the map names at its zoom, or near none", () => {
  expect(nameNear(59.33, 18.07, 3)).toBe("Stockholm");
  expect(nameNear(63.29, 18.72, 8)).toBe("Örnsköldsvik");
  // Nothing larger is within 100 km.
  expect(nameNear(64.75, 18.46, 5)).toBe("Lycksele");
  // In the middle of the Atlantic.
  expect(nameNear(45, -35, 13)).toBeNull();
});

test("2§2 places have their Swedish names in Swedish", () => {
  expect(placeNameIn("sv-SE", nameNear(60.17, 24.94, 5)!)).toBe("Helsingfors");
  expect(placeNameIn("sv", nameNear(55.68, 12.57, 5)!)).toBe("Köpenhamn");
  expect(placeNameIn("en-GB", "Helsinki")).toBe("Helsinki");
  expect(placeNameIn("sv", "Sundsvall")).toBe("Sundsvall");
});
