import { describe, expect, test } from "vitest";
import { type BlockExtent, extentOf, zipLength, zipRanges } from "./blockedZip.ts";
import { sliceLazySegments } from "./lazySegments.ts";
import { concatBytes, getSegmentLength, type Segment } from "./segments.ts";
import { MemorySource } from "./testing/samplePlans.ts";
import { zipSignatures } from "./zipRecords.ts";
import { createSegmentEntry, createStoredEntry, createZipSegments, type ZipEntry } from "./zipSegments.ts";

const gib = 1024 ** 3;

/** A stored object of any size. Its bytes are never read. */
const hugeEntry = (name: string, size: number): ZipEntry =>
  createSegmentEntry(
    name,
    {
      segments: [
        { kind: "object", object: { key: name, etag: "e", size, crc32: 7 }, offset: 0, length: size },
      ],
      crc32: 7,
    },
    0x21_0000,
  );

function layOut(blocks: readonly (readonly ZipEntry[])[]) {
  const extents: BlockExtent[] = [];
  for (const entries of blocks) {
    const last = extents.at(-1);
    extents.push(extentOf(entries, last ? last.offset + last.length : 0));
  }
  const read: number[] = [];
  const ranges = zipRanges(extents, async (index) => {
    read.push(index);
    return blocks[index]!;
  });
  return { extents, ranges: ranges, read, length: zipLength(extents) };
}

const collect = async (segments: AsyncIterable<Segment>) => {
  const allSegments: Segment[] = [];
  for await (const segment of segments) allSegments.push(segment);
  return allSegments;
};
const inlineBytes = (segments: readonly Segment[]) =>
  concatBytes(segments.map((segment) => (segment.kind === "inline" ? segment.bytes : new Uint8Array())));

describe("design: a zip in blocks", () => {
  test("has the same bytes as the same zip in one piece, and the same ranges", async () => {
    const source = new MemorySource();
    const entries = Array.from({ length: 11 }, (_, index) => {
      const bytes = new TextEncoder().encode(`contents of ${index}`.repeat(index));
      return index % 3 === 0
        ? createStoredEntry(`å/${index}.txt`, bytes, 0x21_0000)
        : createSegmentEntry(
            `${index}.bin`,
            {
              segments: [
                { kind: "object", object: source.put(`o${index}`, bytes), offset: 0, length: bytes.length },
              ],
              crc32: source.put(`o${index}`, bytes).crc32,
            },
            0x21_0000,
          );
    });
    const bytes = source.bytesOf({ segments: [...createZipSegments(entries, { zip64: "whenNeeded" })] });
    for (const size of [1, 2, 4, 11]) {
      const blocks = Array.from({ length: Math.ceil(entries.length / size) }, (_, index) =>
        entries.slice(index * size, (index + 1) * size),
      );
      const { ranges, length } = layOut(blocks);
      expect(length).toBe(bytes.length);
      for (let from = 0; from < length; from += 37) {
        const to = Math.min(length, from + 91);
        const part = source.bytesOf({ segments: await collect(sliceLazySegments(ranges, from, to)) });
        expect(Buffer.from(part).equals(Buffer.from(bytes.subarray(from, to)))).toBe(true);
      }
    }
  });

  test("a range reads only the blocks it overlaps", async () => {
    const blocks = [0, 1, 2, 3].map((index) => [hugeEntry(`${index}`, 1000)]);
    const { extents, ranges, read } = layOut(blocks);
    await collect(sliceLazySegments(ranges, extents[2]!.offset + 5, extents[2]!.offset + 500));
    expect(read).toEqual([2]);
    read.length = 0;
    const { length } = layOut(blocks);
    await collect(sliceLazySegments(ranges, length - 10, length));
    expect(read).toEqual([]);
  });

  test("beyond 4 GiB and 65 535 files it has the zip64 records in the right places", async () => {
    const manyEntries = Array.from({ length: 65_536 }, (_, index) => hugeEntry(`m/${index}`, 1));
    const blocks = [
      [hugeEntry("a", 3 * gib), hugeEntry("b", 2 * gib)],
      [hugeEntry("c", 5 * gib)],
      manyEntries,
    ];
    const { extents, ranges, length } = layOut(blocks);
    const zip = [...createZipSegments(blocks.flat(), { zip64: "whenNeeded" })];
    expect(length).toBe(zip.reduce((sum, segment) => sum + getSegmentLength(segment), 0));
    const directoryAt = extents.reduce((sum, extent) => sum + extent.length, 0);
    const tail = inlineBytes(await collect(sliceLazySegments(ranges, directoryAt, length)));
    const headers = inlineBytes(zip);
    // Apart from local headers and objects, the directory and the end equal those of a zip composed in one piece.
    expect(Buffer.from(tail).equals(Buffer.from(headers.subarray(headers.length - tail.length)))).toBe(true);
    const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
    const locator = tail.length - 22 - 20;
    expect(view.getUint32(locator, true)).toBe(zipSignatures.locator64);
    const end64 = Number(view.getBigUint64(locator + 8, true)) - directoryAt;
    expect(view.getUint32(end64, true)).toBe(zipSignatures.end64);
    expect(Number(view.getBigUint64(end64 + 32, true))).toBe(65_536 + 3);
    expect(Number(view.getBigUint64(end64 + 48, true))).toBe(directoryAt);
  });
});
