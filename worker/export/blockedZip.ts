import type { LazySegments } from "./lazySegments.ts";
import { concatBytes, createInlineSegment, getSegmentLength, type Segment } from "./segments.ts";
import { encodeCentralRecord, encodeEndRecords, encodeLocalHeader, type ZipRecord } from "./zipRecords.ts";
import type { ZipEntry } from "./zipSegments.ts";

/*
 * A zip with more entries than fit in memory: they are read in blocks, one at a time. The size of each block is known when it is
 * planned, so the length of the file and every offset in it are known before a byte is sent.
 */

/** A block of entries in the zip's index. Offsets and lengths in bytes. */
export interface BlockExtent {
  /** The offset of its first local header. */
  offset: number;
  /** Length of headers and contents. */
  length: number;
  /** Length of its part of the central directory. */
  directoryLength: number;
  /** Number of entries. */
  count: number;
}

/** The extent of a block of entries that starts at `offset`. */
export function extentOf(entries: readonly ZipEntry[], offset: number): BlockExtent {
  let length = 0;
  let directoryLength = 0;
  for (const record of recordsOf(entries, offset)) {
    length += encodeLocalHeader(record).length + record.packedSize;
    directoryLength += encodeCentralRecord(record).length;
  }
  return { offset, length, directoryLength, count: entries.length };
}

/** The whole archive as lazy segments. `read` returns the entries of a block by its index; they must be the same each time. */
export function zipRanges(
  blocks: readonly BlockExtent[],
  read: (index: number) => Promise<readonly ZipEntry[]>,
): LazySegments[] {
  const contents = blocks.map(
    ({ offset, length }, index): LazySegments => ({
      length,
      read: async () => createContentSegments(await read(index), offset),
    }),
  );
  const directory = blocks.map(
    ({ offset, directoryLength }, index): LazySegments => ({
      length: directoryLength,
      read: async () => [
        createInlineSegment(concatBytes([...recordsOf(await read(index), offset)].map(encodeCentralRecord))),
      ],
    }),
  );
  const end = endOf(blocks);
  return [...contents, ...directory, { length: end.length, read: async () => [createInlineSegment(end)] }];
}

/** Length of the archive in bytes. */
export const zipLength = (blocks: readonly BlockExtent[]): number =>
  blocks.reduce((sum, { length, directoryLength }) => sum + length + directoryLength, 0) +
  endOf(blocks).length;

function endOf(blocks: readonly BlockExtent[]): Uint8Array {
  const sum = (field: keyof BlockExtent) => blocks.reduce((total, block) => total + block[field], 0);
  return encodeEndRecords({
    count: sum("count"),
    directoryOffset: sum("length"),
    directorySize: sum("directoryLength"),
  }).bytes;
}

function* createContentSegments(entries: readonly ZipEntry[], offset: number): Generator<Segment> {
  let index = 0;
  for (const record of recordsOf(entries, offset)) {
    yield createInlineSegment(encodeLocalHeader(record));
    yield* entries[index++]!.segments;
  }
}

function* recordsOf(entries: readonly ZipEntry[], offset: number): Generator<ZipRecord> {
  let headerOffset = offset;
  for (const entry of entries) {
    const packedSize = entry.segments.reduce((sum, segment) => sum + getSegmentLength(segment), 0);
    const record: ZipRecord = { ...entry, packedSize, offset: headerOffset };
    yield record;
    headerOffset += encodeLocalHeader(record).length + packedSize;
  }
}
