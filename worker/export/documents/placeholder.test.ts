import { expect, test } from "vitest";
import { crc32 } from "../crc32.ts";
import { MemorySource, makePhoto, makePlan, tinyJpeg } from "../testing/samplePlans.ts";
import { volumesOf } from "./documentVolumes.ts";
import { documentModel } from "./model.ts";
import type { Part } from "./officePackage.ts";
import { placeholder, placeholderId, splicePhotos } from "./placeholder.ts";

test("design: exports recognise a placeholder by its content", () => {
  const bytes = placeholder("1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b", { width: 4000, height: 3000 });
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

function packed(name: string, bytes: Uint8Array): [string, Part] {
  return [name, { name, entry: { name, method: 0, packed: bytes, size: bytes.length, crc32: crc32(bytes) } }];
}

test("design: exports neither omit a photo nor include one twice", () => {
  const source = new MemorySource();
  const photos = [makePhoto(source, { id: "a" }), makePhoto(source, { id: "b" })];
  const plan = makePlan({ photos });
  const model = documentModel(plan, volumesOf(plan, "rendition")[0]!, "rendition");
  const stands = (name: string, id: string) => packed(name, placeholder(id, { width: 1, height: 1 }));

  const parts = new Map([stands("x/media/1", "a"), stands("x/media/2", "b"), stands("x/media/3", "a")]);
  splicePhotos(parts, model);
  expect([...parts.values()].map((part) => "photo" in part && part.photo.key)).toEqual([
    "a/rendition",
    "b/rendition",
    "a/rendition",
  ]);
  expect(() => splicePhotos(new Map([stands("x/media/1", "a")]), model)).toThrow(
    "no placeholder for photo b",
  );
  expect(() => splicePhotos(new Map([stands("x/media/1", "c")]), model)).toThrow("not planned: c");
});
