import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { zipDate } from "./dates.ts";
import { createObjectSegment, exportFileOf, type Segment } from "./segments.ts";
import { MemorySource, tinyJpeg } from "./testing/samplePlans.ts";
import { readZip, unpack } from "./zipReader.ts";
import {
  createExportFileEntry,
  createSegmentEntry,
  createStoredEntry,
  createZipSegments,
  type ZipEntry,
} from "./zipSegments.ts";

const modified = zipDate("2026-05-04T11:37:00Z");
const file = { fileName: "a.zip", contentType: "application/zip" };
const text = (value: string) => new TextEncoder().encode(value);
const zipFile = (entries: ZipEntry[], zip64: "whenNeeded" | "never" = "never") =>
  exportFileOf(createZipSegments(entries, { zip64 }), file);

describe("design: exports as zip", () => {
  test("an independent reader finds names and bytes", () => {
    const source = new MemorySource();
    const photo = source.put("photo", tinyJpeg("one"));
    const zip = zipFile([
      createStoredEntry("readme.txt", text("hello"), modified),
      createSegmentEntry(
        "Åäö/schakt 🚧.jpg",
        { segments: [createObjectSegment(photo)], crc32: photo.crc32 },
        modified,
      ),
      createStoredEntry("empty", text(""), modified),
    ]);
    const files = unzipSync(source.bytesOf(zip));
    expect(Object.keys(files)).toEqual(["readme.txt", "Åäö/schakt 🚧.jpg", "empty"]);
    expect(files["readme.txt"]).toEqual(text("hello"));
    expect(files["Åäö/schakt 🚧.jpg"]).toEqual(tinyJpeg("one"));
  });

  test("headers are those that Office accepts: version 20, sizes up front, UTF-8 flag only if needed", () => {
    const source = new MemorySource();
    const entries = [
      createStoredEntry("ascii", text("a"), modified),
      createStoredEntry("åäö", text("b"), modified),
    ];
    const bytes = source.bytesOf(zipFile(entries));
    const view = new DataView(bytes.buffer);
    expect(view.getUint16(4, true)).toBe(20);
    expect(view.getUint16(6, true)).toBe(0);
    expect(view.getUint32(18, true)).toBe(1);
    const second = 30 + 5 + 1;
    expect(view.getUint32(second, true)).toBe(0x04034b50);
    expect(view.getUint16(second + 6, true)).toBe(0x800);
    expect(view.getUint32(second + 10, true)).toBe(modified);
  });

  test("a zip within a zip has the checksum of its bytes without reading an object", () => {
    const source = new MemorySource();
    const photo = source.put("photo", tinyJpeg("one"));
    const innerZip = zipFile([
      createSegmentEntry("p.jpg", { segments: [createObjectSegment(photo)], crc32: photo.crc32 }, modified),
    ]);
    const outerZip = zipFile([createExportFileEntry({ ...innerZip, fileName: "inner.zip" }, modified)]);
    expect(source.openedRanges).toEqual([]);
    const [entry] = readZip(source.bytesOf(outerZip));
    expect(entry).toMatchObject({ name: "inner.zip", crc32: innerZip.crc32, size: innerZip.length });
    expect(unzipSync(unpack(entry!))["p.jpg"]).toEqual(tinyJpeg("one"));
  });
});

/** The bytes of segments without the stored objects, and the offset of each object. */
function skeletonOf(segments: readonly Segment[]) {
  let length = 0;
  const objects: { offset: number; size: number }[] = [];
  const writes: { offset: number; bytes: Uint8Array }[] = [];
  for (const segment of segments) {
    if (segment.kind === "inline") writes.push({ offset: length, bytes: segment.bytes });
    else objects.push({ offset: length, size: segment.length });
    length += segment.kind === "inline" ? segment.bytes.length : segment.length;
  }
  return { length, objects, pieces: writes };
}

describe("design: exports beyond 4 GiB", () => {
  const GIB = 2 ** 30;
  const hugeEntry = (name: string, size: number) =>
    createSegmentEntry(
      name,
      { segments: [createObjectSegment({ key: name, etag: name, size, crc32: 7 })], crc32: 7 },
      modified,
    );

  test("a file over 4 GiB has zip64 sizes in both headers, and a small file before it has none", () => {
    const segments = [
      ...createZipSegments([hugeEntry("small", 10), hugeEntry("large", 5 * GIB), hugeEntry("after", 20)], {
        zip64: "whenNeeded",
      }),
    ];
    const { length, objects, pieces } = skeletonOf(segments);
    expect(objects.map(({ size }) => size)).toEqual([10, 5 * GIB, 20]);

    const large = new DataView(pieces[1]!.bytes.buffer);
    expect(large.getUint16(4, true)).toBe(45);
    expect(large.getUint32(18, true)).toBe(0xffffffff);
    expect(large.getUint32(22, true)).toBe(0xffffffff);
    expect(large.getUint16(30 + 5, true)).toBe(1);
    expect(large.getBigUint64(30 + 5 + 4, true)).toBe(BigInt(5 * GIB));
    expect(large.getBigUint64(30 + 5 + 12, true)).toBe(BigInt(5 * GIB));

    const small = new DataView(pieces[0]!.bytes.buffer);
    expect([small.getUint16(4, true), small.getUint16(28, true)]).toEqual([20, 0]);

    const [first, second, third, end] = pieces.slice(3).map(({ bytes }) => new DataView(bytes.buffer));
    expect([first!.getUint16(6, true), first!.getUint16(30, true)]).toEqual([20, 0]);
    expect([second!.getUint16(6, true), second!.getUint16(30, true)]).toEqual([45, 20]);
    // Only the third entry's offset does not fit in 32 bits.
    expect([third!.getUint16(30, true), third!.getUint32(42, true)]).toEqual([12, 0xffffffff]);
    expect(third!.getBigUint64(46 + 5 + 4, true)).toBe(BigInt(pieces[2]!.offset));

    // The zip64 end record, its locator, and the plain end record.
    expect(end!.getUint32(0, true)).toBe(0x06064b50);
    expect(end!.getBigUint64(24, true)).toBe(3n);
    expect(end!.getBigUint64(48, true)).toBe(BigInt(pieces[3]!.offset));
    expect(end!.getUint32(56, true)).toBe(0x07064b50);
    expect(end!.getBigUint64(64, true)).toBe(BigInt(length - 98));
    expect(end!.getUint32(76, true)).toBe(0x06054b50);
  });

  test("more than 65535 files are counted in the zip64 record", () => {
    const manyEntries = Array.from({ length: 65_536 }, (_, index) => hugeEntry(String(index), 0));
    const end = [...createZipSegments(manyEntries, { zip64: "whenNeeded" })].at(-1)!;
    const view = new DataView((end as { bytes: Uint8Array }).bytes.buffer);
    expect(view.getBigUint64(32, true)).toBe(65_536n);
    expect(view.getUint16(76 + 10, true)).toBe(0xffff);
  });

  test("65534 files need no zip64, and an Office document never has it", () => {
    const manyEntries = Array.from({ length: 65_534 }, (_, index) => hugeEntry(String(index), 0));
    const end = [...createZipSegments(manyEntries, { zip64: "never" })].at(-1)!;
    expect((end as { bytes: Uint8Array }).bytes.length).toBe(22);
    expect(() => [...createZipSegments([hugeEntry("a", 5 * GIB)], { zip64: "never" })]).toThrow(RangeError);
  });
});
