import { expect, test } from "vitest";
import { crc32 } from "../crc32.ts";
import { MemorySource, makePhoto, makePlan, tinyJpeg } from "../testing/samplePlans.ts";
import { splitIntoVolumes } from "./documentVolumes.ts";
import { documentModel } from "./model.ts";
import type { Part } from "./officePackage.ts";
import { createPlaceholder, placeholderId, replacePlaceholders } from "./placeholder.ts";

test("design: exports recognise a placeholder by its content", () => {
  const bytes = createPlaceholder("1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b", { width: 4000, height: 3000 });
  expect(bytes.length).toBeGreaterThanOrEqual(40);
  expect(bytes.length).toBeLessThanOrEqual(80);
  expect(placeholderId(bytes)).toBe("1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b");
  const frame = bytes.findIndex((byte, index) => byte === 0xff && bytes[index + 1] === 0xc0);
  const view = new DataView(bytes.buffer);
  expect([view.getUint16(frame + 7), view.getUint16(frame + 5)]).toEqual([4000, 3000]);
});

test("design: exports do not mistake other JPEGs for placeholders", () => {
  expect(placeholderId(tinyJpeg("siteproof"))).toBeNull();
  expect(placeholderId(new Uint8Array())).toBeNull();
});

function makePart(name: string, bytes: Uint8Array): [string, Part] {
  return [
    name,
    { name, entry: { name, method: 0, packedBytes: bytes, size: bytes.length, crc32: crc32(bytes) } },
  ];
}

test("design: exports refuse documents that lack a planned photo or contain an unplanned one", () => {
  const source = new MemorySource();
  const photos = [makePhoto(source, { id: "a" }), makePhoto(source, { id: "b" })];
  const plan = makePlan({ photos });
  const model = documentModel(plan, splitIntoVolumes(plan, "rendition")[0]!, "rendition");
  const placeholderPart = (name: string, id: string) =>
    makePart(name, createPlaceholder(id, { width: 1, height: 1 }));

  const parts = new Map([
    placeholderPart("x/media/1", "a"),
    placeholderPart("x/media/2", "b"),
    placeholderPart("x/media/3", "a"),
  ]);
  replacePlaceholders(parts, model);
  expect([...parts.values()].map((part) => "photo" in part && part.photo.key)).toEqual([
    "a/rendition",
    "b/rendition",
    "a/rendition",
  ]);
  expect(() => replacePlaceholders(new Map([placeholderPart("x/media/1", "a")]), model)).toThrow(
    "no placeholder for photo b",
  );
  expect(() => replacePlaceholders(new Map([placeholderPart("x/media/1", "c")]), model)).toThrow(
    "not planned: c",
  );
});
