import { describe, expect, test } from "vitest";
import { crc32 } from "./crc32.ts";
import {
  concatBytes,
  createInlineSegment,
  createObjectSegment,
  exportFileOf,
  sliceExportFile,
} from "./segments.ts";
import { MemorySource } from "./testing/samplePlans.ts";

const file = { fileName: "a.bin", contentType: "application/octet-stream" };
const makeBytes = (length: number, seed: number) =>
  Uint8Array.from({ length }, (_, index) => (index * 31 + seed * 17) & 0xff);

function makeSample() {
  const source = new MemorySource();
  const segments = [
    createInlineSegment(makeBytes(5, 1)),
    createInlineSegment(makeBytes(7, 2)),
    createObjectSegment(source.put("one", makeBytes(11, 3))),
    createObjectSegment(source.put("empty", makeBytes(0, 0))),
    createObjectSegment(source.put("two", makeBytes(13, 4))),
    createInlineSegment(makeBytes(70_000, 5)),
    createInlineSegment(makeBytes(3, 6)),
  ];
  return { source, exportFile: exportFileOf(segments, file) };
}

describe("design: exports as segments", () => {
  test("an export file has its length and CRC-32 before its first byte", () => {
    const { source, exportFile } = makeSample();
    const bytes = source.bytesOf(exportFile);
    expect(exportFile.length).toBe(bytes.length);
    expect(exportFile.crc32).toBe(crc32(bytes));
  });

  test("every range around every segment boundary has the same bytes as the whole file", () => {
    const { source, exportFile } = makeSample();
    const bytes = source.bytesOf(exportFile);
    const nearOffsets = [0, ...exportFile.offsets, exportFile.length].flatMap((offset) => [
      offset - 1,
      offset,
      offset + 1,
    ]);
    const cuts = [...new Set(nearOffsets)].filter((offset) => offset >= 0 && offset <= exportFile.length);
    for (const from of cuts) {
      for (const to of cuts.filter((offset) => offset >= from)) {
        const part = source.bytesOf({ segments: sliceExportFile(exportFile, from, to) });
        expect(part.length).toBe(to - from);
        expect(crc32(part)).toBe(crc32(bytes.subarray(from, to)));
      }
    }
  });

  test("a range outside the file throws", () => {
    const { exportFile } = makeSample();
    expect(() => sliceExportFile(exportFile, 0, exportFile.length + 1)).toThrow(RangeError);
    expect(() => sliceExportFile(exportFile, -1, 2)).toThrow(RangeError);
    expect(() => sliceExportFile(exportFile, 3, 2)).toThrow(RangeError);
  });

  test("the entity tag is the same for the same state and different for any other", () => {
    const source = new MemorySource();
    const object = source.put("one", makeBytes(11, 3));
    const tagOf = (inlineBytes: Uint8Array[], objects: (typeof object)[]) =>
      exportFileOf([...inlineBytes.map(createInlineSegment), ...objects.map(createObjectSegment)], file).etag;
    const tag = tagOf([makeBytes(5, 1)], [object]);
    expect(tag).toMatch(/^"[0-9a-f]{64}"$/);
    expect(tagOf([makeBytes(5, 1)], [{ ...object }])).toBe(tag);
    expect(tagOf([makeBytes(2, 1), makeBytes(5, 1).subarray(2)], [object])).toBe(tag);
    const otherTags = [
      tagOf([makeBytes(5, 2)], [object]),
      tagOf([makeBytes(5, 1)], []),
      tagOf([makeBytes(5, 1)], [object, object]),
      tagOf([makeBytes(5, 1)], [{ ...object, etag: "other" }]),
      tagOf([makeBytes(5, 1)], [{ ...object, key: "other" }]),
    ];
    expect(new Set([tag, ...otherTags]).size).toBe(otherTags.length + 1);
  });

  test("a part of an object is refused, because its CRC-32 is unknown", () => {
    const object = { key: "a", etag: "e", size: 10, crc32: 1 };
    expect(() => exportFileOf([{ kind: "object", object, offset: 1, length: 9 }], file)).toThrow(RangeError);
  });

  test("small chunks are joined, large ones are not copied", () => {
    const large = makeBytes(100_000, 1);
    const exportFile = exportFileOf(
      [
        createInlineSegment(makeBytes(10, 1)),
        createInlineSegment(makeBytes(10, 2)),
        createInlineSegment(large),
      ],
      file,
    );
    expect(exportFile.segments.length).toBe(2);
    expect(exportFile.segments[1]).toEqual({ kind: "inline", bytes: large });
    expect(concatBytes([makeBytes(10, 1), makeBytes(10, 2)])).toEqual(
      (exportFile.segments[0] as { bytes: Uint8Array }).bytes,
    );
  });
});
