import { describe, expect, test } from "vitest";
import { crc32 } from "./crc32.ts";
import { concat, exportFileOf, inline, sliceOf, wholeObject } from "./segments.ts";
import { MemorySource } from "./testing/samplePlans.ts";

const file = { fileName: "a.bin", contentType: "application/octet-stream" };
const bytes = (length: number, seed: number) =>
  Uint8Array.from({ length }, (_, index) => (index * 31 + seed * 17) & 0xff);

function sample() {
  const source = new MemorySource();
  const segments = [
    inline(bytes(5, 1)),
    inline(bytes(7, 2)),
    wholeObject(source.put("one", bytes(11, 3))),
    wholeObject(source.put("empty", bytes(0, 0))),
    wholeObject(source.put("two", bytes(13, 4))),
    inline(bytes(70_000, 5)),
    inline(bytes(3, 6)),
  ];
  return { source, exportFile: exportFileOf(segments, file) };
}

describe("design: exports as segments", () => {
  test("an export file knows its length and CRC-32 before its first byte", () => {
    const { source, exportFile } = sample();
    const bytes = source.bytesOf(exportFile);
    expect(exportFile.length).toBe(bytes.length);
    expect(exportFile.crc32).toBe(crc32(bytes));
  });

  test("every range around every segment boundary has the same bytes as the whole file", () => {
    const { source, exportFile } = sample();
    const bytes = source.bytesOf(exportFile);
    const near = [0, ...exportFile.offsets, exportFile.length].flatMap((offset) => [
      offset - 1,
      offset,
      offset + 1,
    ]);
    const cuts = [...new Set(near)].filter((offset) => offset >= 0 && offset <= exportFile.length);
    for (const from of cuts) {
      for (const to of cuts.filter((offset) => offset >= from)) {
        const part = source.bytesOf({ segments: sliceOf(exportFile, from, to) });
        expect(part.length).toBe(to - from);
        expect(crc32(part)).toBe(crc32(bytes.subarray(from, to)));
      }
    }
  });

  test("a range outside the file throws", () => {
    const { exportFile } = sample();
    expect(() => sliceOf(exportFile, 0, exportFile.length + 1)).toThrow(RangeError);
    expect(() => sliceOf(exportFile, -1, 2)).toThrow(RangeError);
    expect(() => sliceOf(exportFile, 3, 2)).toThrow(RangeError);
  });

  test("the entity tag is the same for the same state and different for any other", () => {
    const source = new MemorySource();
    const object = source.put("one", bytes(11, 3));
    const tagOf = (inlined: Uint8Array[], objects: (typeof object)[]) =>
      exportFileOf([...inlined.map(inline), ...objects.map(wholeObject)], file).etag;
    const tag = tagOf([bytes(5, 1)], [object]);
    expect(tag).toMatch(/^"[0-9a-f]{64}"$/);
    expect(tagOf([bytes(5, 1)], [{ ...object }])).toBe(tag);
    expect(tagOf([bytes(2, 1), bytes(5, 1).subarray(2)], [object])).toBe(tag);
    const otherTags = [
      tagOf([bytes(5, 2)], [object]),
      tagOf([bytes(5, 1)], []),
      tagOf([bytes(5, 1)], [object, object]),
      tagOf([bytes(5, 1)], [{ ...object, etag: "other" }]),
      tagOf([bytes(5, 1)], [{ ...object, key: "other" }]),
    ];
    expect(new Set([tag, ...otherTags]).size).toBe(otherTags.length + 1);
  });

  test("a part of an object is refused, because its CRC-32 is unknown", () => {
    const object = { key: "a", etag: "e", size: 10, crc32: 1 };
    expect(() => exportFileOf([{ kind: "object", object, offset: 1, length: 9 }], file)).toThrow(RangeError);
  });

  test("small chunks are joined, large ones are not copied", () => {
    const large = bytes(100_000, 1);
    const exportFile = exportFileOf([inline(bytes(10, 1)), inline(bytes(10, 2)), inline(large)], file);
    expect(exportFile.segments.length).toBe(2);
    expect(exportFile.segments[1]).toEqual({ kind: "inline", bytes: large });
    expect(concat([bytes(10, 1), bytes(10, 2)])).toEqual(
      (exportFile.segments[0] as { bytes: Uint8Array }).bytes,
    );
  });
});
