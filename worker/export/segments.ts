import { createHash } from "node:crypto";
import { combineCrc32, crc32 } from "./crc32.ts";
import type { StoredObject } from "./exportPlanTypes.ts";

/** Bytes in memory. */
export interface InlineSegment {
  kind: "inline";
  bytes: Uint8Array;
}

/** `length` bytes of a stored object from `offset`; it is read only when it is served. */
export interface ObjectSegment {
  kind: "object";
  object: StoredObject;
  offset: number;
  length: number;
}

export type Segment = InlineSegment | ObjectSegment;

/** A file whose bytes are fully determined without being stored. */
export interface ExportFile {
  segments: readonly Segment[];
  /** Where each segment starts, in bytes; as long as `segments`. */
  offsets: readonly number[];
  /** Length in bytes. */
  length: number;
  /** CRC-32 of the whole file, unsigned. */
  crc32: number;
  /** Strong entity tag, quoted, as in the header. Equal for equal bytes planned from the same objects. */
  etag: string;
  fileName: string;
  contentType: string;
}

export function createInlineSegment(bytes: Uint8Array): InlineSegment {
  return { kind: "inline", bytes };
}

/** A whole stored object. */
export function createObjectSegment(object: StoredObject): ObjectSegment {
  const { key, etag, size, crc32 } = object;
  return { kind: "object", object: { key, etag, size, crc32 }, offset: 0, length: size };
}

export function getSegmentLength(segment: Segment): number {
  return segment.kind === "inline" ? segment.bytes.length : segment.length;
}

/** Inline segments below this size are joined with their neighbours: one write instead of many small ones. */
const maxJoinBytes = 64 * 1024;

/** Creates a file from concatenated segments. Objects must be whole, because otherwise their part of the CRC-32 would be unknown. */
export function exportFileOf(
  segments: Iterable<Segment>,
  file: { fileName: string; contentType: string },
): ExportFile {
  const joinedSegments = joinSmallSegments(segments);
  const offsets: number[] = [];
  const hash = createHash("sha256");
  let length = 0;
  let checksum = 0;
  for (const segment of joinedSegments) {
    const size = getSegmentLength(segment);
    offsets.push(length);
    length += size;
    checksum = combineCrc32(checksum, computeSegmentChecksum(segment), size);
    if (segment.kind === "inline") {
      hash.update(`inline ${size}\n`).update(segment.bytes);
    } else {
      const { key, etag, crc32 } = segment.object;
      hash.update(`object ${JSON.stringify([key, etag, size, crc32])}\n`);
    }
  }
  return {
    ...file,
    segments: joinedSegments,
    offsets,
    length,
    crc32: checksum,
    etag: `"${hash.digest("hex")}"`,
  };
}

/**
 * The segments of bytes [from, to) of an export file, cut at the boundaries. Nothing is copied.
 * @throws RangeError outside 0 ≤ from ≤ to ≤ length
 */
export function sliceExportFile(exportFile: ExportFile, from: number, to: number): Segment[] {
  if (!(from >= 0 && from <= to && to <= exportFile.length)) {
    throw new RangeError(`bytes ${from} to ${to} are outside 0 to ${exportFile.length}`);
  }
  const slice: Segment[] = [];
  for (let index = findSegmentIndex(exportFile, from); index < exportFile.segments.length; index++) {
    const start = exportFile.offsets[index]!;
    if (start >= to) break;
    const segment = exportFile.segments[index]!;
    const first = Math.max(from - start, 0);
    const end = Math.min(to - start, getSegmentLength(segment));
    if (first < end) slice.push(sliceSegment(segment, first, end));
  }
  return slice;
}

/** Bytes [start, end) of a segment. */
export function sliceSegment(segment: Segment, start: number, end: number): Segment {
  if (segment.kind === "inline") return createInlineSegment(segment.bytes.subarray(start, end));
  return { ...segment, offset: segment.offset + start, length: end - start };
}

/** Index of the last segment that starts at or before a byte, by bisection. */
function findSegmentIndex(exportFile: ExportFile, byte: number): number {
  let low = 0;
  let high = exportFile.offsets.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (exportFile.offsets[middle]! <= byte) low = middle;
    else high = middle - 1;
  }
  return low;
}

function computeSegmentChecksum(segment: Segment): number {
  if (segment.kind === "inline") return crc32(segment.bytes);
  if (segment.offset !== 0 || segment.length !== segment.object.size) {
    throw new RangeError(`${segment.object.key}: an export file must contain stored objects as a whole`);
  }
  return segment.object.crc32;
}

function joinSmallSegments(segments: Iterable<Segment>): Segment[] {
  const joinedSegments: Segment[] = [];
  let pending: Uint8Array[] = [];
  let pendingSize = 0;
  const flush = () => {
    if (pending.length === 1) joinedSegments.push(createInlineSegment(pending[0]!));
    if (pending.length > 1) joinedSegments.push(createInlineSegment(concatBytes(pending)));
    pending = [];
    pendingSize = 0;
  };
  for (const segment of segments) {
    if (getSegmentLength(segment) === 0) continue;
    if (segment.kind === "inline" && segment.bytes.length < maxJoinBytes) {
      if (pendingSize + segment.bytes.length > maxJoinBytes) flush();
      pending.push(segment.bytes);
      pendingSize += segment.bytes.length;
    } else {
      flush();
      joinedSegments.push(segment);
    }
  }
  flush();
  return joinedSegments;
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joinedBytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joinedBytes.set(part, offset);
    offset += part.length;
  }
  return joinedBytes;
}
